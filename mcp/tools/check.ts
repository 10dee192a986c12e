import { splitPath } from "../../core/forms";
import { FINDINGS, reportOf } from "../findings";
import { dashboardsIn, quoted } from "../open";
import { object } from "../schema";
import { versionOf } from "../session";
import { tool } from "../tool";
import { Wrong } from "../wrong";
import { DASHBOARD, FILE, NOTICE, NOTICE_TEXT } from "./common";

const NAMES = { json: "text.json", yaml: "text.yaml", terraform: "text.tf" } as const;

/** Checks a file, or a text that is not saved. */
export const CHECK = tool({
  name: "check_dashboard",
  title: "Check a dashboard",
  description:
    "Checks Cloud Monitoring dashboards in a file or a text against the schema, the rules of the service, the metric catalog and the query languages. Each finding names its rule, widget and member. Call it after every change that was not made with edit_dashboard.",
  input: object({
    file: FILE,
    text: { type: "string", description: "a dashboard to check instead of a file" },
    format: {
      type: "string",
      enum: ["json", "yaml", "terraform"],
      description: "of the text; json by default",
    },
    dashboard: DASHBOARD,
    hints: { type: "boolean", description: "also notes and hints" },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: 100,
      description: "findings per dashboard; 15 by default",
    },
  }),
  output: object(
    {
      version: { type: "string", description: "of the file, for the base of an edit" },
      dashboards: { type: "array", items: FINDINGS },
      notice: NOTICE,
    },
    ["dashboards", "notice"],
  ),
  readOnly: true,
  async run({ file: name, text: given, format = "json", dashboard: wanted, hints, limit }, session) {
    if ((name === undefined) === (given === undefined)) throw new Wrong('Specify either "file" or "text".');
    const { file: path, id } = splitPath(name ?? "");
    const file = name === undefined ? undefined : await session.roots.resolve(path);
    const text = file === undefined ? given! : await session.roots.read(file);
    const ruling = await session.host.rulingOf(file, text);
    const all = dashboardsIn(file ?? NAMES[format], text, ruling);
    const only = wanted ?? id;
    const found =
      only === undefined ? all : all.filter(({ name, address }) => name === only || address === only);
    if (found.length === 0)
      throw new Wrong(
        all.length === 0
          ? "The text does not contain a dashboard that is written out."
          : `There is no dashboard ${JSON.stringify(only)}. There are ${quoted(all.map((one) => one.name))}.`,
      );
    const version = versionOf(text);
    if (file !== undefined) session.saw(file, version);
    const dashboards = found
      .slice(0, 20)
      .map(({ name, dashboard }) =>
        reportOf(dashboard, ruling, { hints: hints === true, most: limit ?? 15, name }),
      );
    return {
      structured: { ...(file !== undefined && { version }), dashboards, notice: NOTICE_TEXT },
    };
  },
});
