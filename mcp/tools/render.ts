import { createHash } from "node:crypto";
import path from "node:path";
import { Dashboard } from "../../core/dashboard";
import { dashboardOfTiles } from "../../core/features/changing/clipboard";
import { pictureOf } from "../../core/features/reading/picture";
import { inertText } from "../../core/inert-text";
import { integerOf, listOf, membersOf, stringOf } from "../../core/shape";
import { type Opened, open } from "../open";
import { object } from "../schema";
import { tool } from "../tool";
import { findWidget } from "../widgets";
import { Wrong } from "../wrong";
import { DASHBOARD, FILE, WIDGET } from "./common";

/** A picture of a dashboard or of one widget. */
export const RENDER = tool({
  name: "render_dashboard",
  title: "Picture of a dashboard",
  description:
    "Draws a dashboard, or one widget of it, as the console lays it out, with sample data, and returns a PNG. With output, writes a .png, .svg or .html file and returns no image.",
  input: object(
    {
      file: FILE,
      dashboard: DASHBOARD,
      widget: WIDGET,
      width: { type: "integer", minimum: 320, maximum: 2400, description: "in pixels; 1000 by default" },
      theme: { type: "string", enum: ["light", "dark"], description: "light by default" },
      output: {
        type: "string",
        description:
          "file to write: .png, .svg or .html. Replaces only pictures that this server has written",
      },
    },
    ["file"],
  ),
  output: object(
    {
      title: { type: "string" },
      widgets: { type: "integer" },
      bytes: { type: "integer" },
      written: { type: "string", description: "the file" },
    },
    ["title", "widgets", "bytes"],
  ),
  // It writes only pictures, and those only where it is told to.
  readOnly: false,
  destructive: true,
  idempotent: true,
  async run({ file, dashboard: wanted, widget, width = 1000, theme = "light", output }, session) {
    const opened = await open(session, file, wanted);
    const picture = pictureFor(opened, widget);
    const target = output === undefined ? undefined : await session.roots.resolve(output);
    const kind = target === undefined ? ".png" : path.extname(target).toLowerCase();
    if (![".png", ".svg", ".html"].includes(kind))
      throw new Wrong('"output" must end in .png, .svg or .html.');
    // Charts and fonts are in a bundle of their own.
    const render = await import("../../render/index");
    const text =
      kind === ".html"
        ? render.renderPage(picture, { theme, width, sha256 })
        : render.renderSvg(picture, { theme, width });
    const data =
      kind === ".png"
        ? await render.renderPng(text, await session.host.pngAssets(render.PNG_FONTS), 1)
        : Buffer.from(text, "utf8");
    if (target !== undefined) await session.roots.writePicture(target, data);
    return {
      structured: {
        title: inertText(picture.title),
        widgets: picture.widgets,
        bytes: data.length,
        ...(target !== undefined && { written: session.roots.shown(target) }),
      },
      ...(target === undefined && {
        content: [
          { type: "image" as const, mimeType: "image/png", data: Buffer.from(data).toString("base64") },
        ],
      }),
    };
  },
});

function pictureFor({ dashboard, ruling }: Opened, widget: string | undefined) {
  const { document, canonical } = dashboard;
  if (document.root?.kind !== "object")
    throw new Wrong("There is nothing to draw: the text is not a dashboard.");
  if (widget === undefined) return pictureOf(document, canonical, [], 0, ruling.catalog);
  const { tile } = findWidget(dashboard, widget);
  const title = stringOf(membersOf(canonical.value)["displayName"]);
  const value = dashboardOfTiles(dashboard, [tile.id], title);
  if (!value) throw new Wrong("The widget cannot be drawn on its own. Draw the dashboard.");
  // As wide as the widget, so that it fills the picture.
  const layout = membersOf(value["mosaicLayout"]);
  const columns = Math.max(
    1,
    ...listOf(layout["tiles"]).map((one) => integerOf(membersOf(one)["width"]) ?? 1),
  );
  const filled = { ...value, mosaicLayout: { ...layout, columns } };
  const alone = new Dashboard(JSON.stringify(filled), ruling.catalog);
  return pictureOf(alone.document, alone.canonical, [], 0, ruling.catalog);
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
