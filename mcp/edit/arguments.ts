import { object, type ValueOf } from "../schema";
import { DASHBOARD, FILE, WIDGET } from "../tools/common";

const ACTIONS = [
  "create",
  "add_widget",
  "replace_widget",
  "set",
  "unset",
  "move_widget",
  "remove_widget",
  "fix",
] as const;

const PLACE = object(
  {
    x: { type: "integer", minimum: 0 },
    y: { type: "integer", minimum: 0 },
    width: { type: "integer", minimum: 1 },
    height: { type: "integer", minimum: 1 },
  },
  [],
  "in columns and rows of the mosaic, for add_widget and move_widget; other tiles make room",
);

/** The arguments of edit_dashboard. */
export const EDIT_INPUT = object(
  {
    file: FILE,
    action: {
      type: "string",
      enum: ACTIONS,
      description:
        "create: a new file from a title, from or value. add_widget: value is a widget. replace_widget: value replaces it. set, unset: a member of a widget, or of the dashboard without widget. fix: applies fixes of findings, those of one rule or all that are unambiguous",
    },
    dashboard: DASHBOARD,
    widget: { type: "string", description: `${WIDGET.description}; with add_widget, the group to add to` },
    member: {
      type: "string",
      description:
        "JSON pointer in the widget, such as /xyChart/dataSets/0/plotType; /xyChart/dataSets/- adds an entry",
    },
    value: { description: "JSON for create, add_widget, replace_widget and set" },
    place: PLACE,
    rule: { type: "string", description: "for fix: a rule id of a finding" },
    title: { type: "string", description: "for create: the display name" },
    from: {
      type: "string",
      description: "for create: a service such as run.googleapis.com, or a template; plain by default",
    },
    base: {
      type: "string",
      description: "version that the edit is based on; by default the one that was shown last",
    },
    dry_run: { type: "boolean", description: "answer what would change, but write nothing" },
  },
  ["file", "action"],
);

export type EditArguments = ValueOf<typeof EDIT_INPUT>;
