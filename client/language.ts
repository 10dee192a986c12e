/** Language id of dashboards. Not `json`, so that the built-in JSON server does not add its own findings. */
export const LANGUAGE = "monitoring-dashboard";

/** Scheme of dashboards that are shown before they are created. */
export const DRAFT_SCHEME = "mosaic-new";
