import { arrange } from "../../core/grid/arrangement";
import { labelOf } from "../../core/grid/describe";
import { drawPicture } from "../../core/grid/picture";
import { inertText } from "../../core/inert-text";
import { listOf, membersOf, stringOf } from "../../core/shape";
import { errorsOf } from "../findings";
import { open } from "../open";
import { object } from "../schema";
import { tool } from "../tool";
import { widgetsOf } from "../widgets";
import { DASHBOARD, FILE, NOTICE, NOTICE_TEXT } from "./common";

/** The widgets of a dashboard with their refs and places. */
export const OUTLINE = tool({
  name: "outline_dashboard",
  title: "Outline of a dashboard",
  description:
    "Lists the widgets of a dashboard with ref, kind, title and place, and its filters and variables, without their content. Start here before you read or edit an existing file.",
  input: object(
    {
      file: FILE,
      dashboard: DASHBOARD,
      offset: { type: "integer", minimum: 0, description: "widgets to skip; 0 by default" },
    },
    ["file"],
  ),
  output: object(
    {
      version: { type: "string", description: "of the file, for the base of an edit" },
      title: { type: "string" },
      layout: { type: "string" },
      columns: { type: "integer", description: "width of the grid that x and width count in" },
      errors: { type: "integer" },
      variables: { type: "array", items: { type: "string" } },
      widgets: {
        type: "array",
        items: object(
          {
            ref: { type: "string", description: "for read_widget and edit_dashboard" },
            kind: { type: "string" },
            title: { type: "string" },
            shows: { type: "string" },
            x: { type: "integer" },
            y: { type: "integer" },
            width: { type: "integer" },
            height: { type: "integer" },
            group: { type: "string", description: "ref of the group that it is in" },
          },
          ["ref", "kind", "x", "y", "width", "height"],
        ),
      },
      more: { type: "integer", description: "widgets after these" },
      notice: NOTICE,
    },
    ["version", "title", "layout", "columns", "errors", "widgets", "notice"],
  ),
  readOnly: true,
  async run({ file, dashboard: wanted, offset = 0 }, session) {
    const opened = await open(session, file, wanted);
    const { dashboard, version, ruling } = opened;
    session.saw(opened.file, version);
    const { value } = dashboard.canonical;
    const { layout, columns } = arrange(value);
    const widgets = widgetsOf(dashboard);
    const refs = new Map(widgets.map(({ tile, ref }) => [tile.id, ref]));
    const sketches = new Map(drawPicture(value).tiles.map((tile) => [tile.id, tile.sketch]));
    const shown = widgets.slice(offset, offset + MOST);
    const more = widgets.length - offset - shown.length;
    return {
      structured: {
        version,
        title: inertText(stringOf(membersOf(value)["displayName"])),
        layout,
        columns,
        errors: errorsOf(dashboard, ruling),
        variables: listOf(membersOf(value)["dashboardFilters"])
          .slice(0, 50)
          .map((filter) => {
            const { templateVariable, labelKey } = membersOf(filter);
            return inertText(stringOf(templateVariable) || stringOf(labelKey), 100);
          }),
        widgets: shown.map(({ ref, tile }) => {
          const sketch = sketches.get(tile.id);
          const group = tile.group === undefined ? undefined : refs.get(tile.group);
          const label = sketch && labelOf(tile, sketch);
          return {
            ref: inertText(ref),
            kind: tile.kind,
            ...(tile.title && tile.title !== ref && { title: inertText(tile.title, 120) }),
            ...(label && label !== tile.kind && { shows: label }),
            x: tile.x,
            y: tile.y,
            width: tile.w,
            height: tile.h,
            ...(group !== undefined && { group: inertText(group) }),
          };
        }),
        ...(more > 0 && { more }),
        notice: NOTICE_TEXT,
      },
    };
  },
});

/** Widgets in one answer. */
const MOST = 60;
