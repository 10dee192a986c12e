/** The type of the resources; a file without it holds no dashboard. */
export const TERRAFORM_RESOURCE = "google_monitoring_dashboard";
