import { describe, expect, it } from "vitest";
import { pointerOf, readViolations } from "./violations";

const badRequest = (...fieldViolations: object[]) => [
  { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations },
];
const pointers = (message: string, details: Record<string, unknown>[] = []) =>
  readViolations(message, details).map((c) => c.pointer);

describe("what the JSON front end refuses", () => {
  it("points at the unknown member itself", () => {
    const text = `Invalid JSON payload received. Unknown name "tyles" at 'dashboard.mosaic_layout': Cannot find field.`;
    expect(pointers(text, badRequest({ field: "dashboard.mosaic_layout", description: text }))).toEqual([
      "/mosaicLayout/tyles",
    ]);
    expect(pointers(text)).toEqual(["/mosaicLayout/tyles"]);
    expect(
      pointers(`Invalid JSON payload received. Unknown name "x" at 'dashboard': Cannot find field.`),
    ).toEqual(["/x"]);
  });

  it("reads one violation a problem", () => {
    const one = `Invalid value at 'dashboard.mosaic_layout.tiles[3].x_pos' (TYPE_INT32), "abc"`;
    const two = `Invalid value at 'dashboard' (oneof), oneof field 'layout' is already set. Cannot set 'grid_layout'`;
    const both = ["/mosaicLayout/tiles/3/xPos", "/gridLayout"];
    expect(pointers(`${one}\n${two}`)).toEqual(both);
    expect(
      pointers("", badRequest({ field: "a", description: one }, { field: "b", description: two })),
    ).toEqual(both);
  });

  it("uses the field where the text names no place", () => {
    const found = readViolations(
      "x",
      badRequest({ field: "dashboard.grid_layout.widgets[0]", description: "no list here" }),
    );
    expect(found).toEqual([{ pointer: "/gridLayout/widgets/0", message: "no list here" }]);
    expect(readViolations("x", badRequest({ field: "dashboard.etag" }))[0]!.message).toContain(
      "dashboard.etag",
    );
  });

  it("has no place for JSON that is broken", () => {
    expect(pointers("Invalid JSON payload received. Unexpected end of string.")).toEqual([undefined]);
  });
});

describe("what the service itself refuses", () => {
  it("splits by how problems begin and not by lines", () => {
    const text = [
      'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
      'Field mosaicLayout.tiles[1].widget.xyChart.dataSets[0].timeSeriesQuery.timeSeriesQueryLanguage has an invalid value of "fetch x',
      '| filter "a"',
      '": no such metric.',
      "Dashboard is missing required field mosaicLayout.tiles[0].widget.content.",
      "collapsibleGroup is only allowed in MosaicLayout.",
    ].join("\n");
    const found = readViolations(text, []);
    expect(found.map((c) => c.pointer)).toEqual([
      "/mosaicLayout/columns",
      "/mosaicLayout/tiles/1/widget/xyChart/dataSets/0/timeSeriesQuery/timeSeriesQueryLanguage",
      "/mosaicLayout/tiles/0/widget/content",
      undefined,
    ]);
    expect(found[1]!.message).toContain('| filter "a"');
    expect(found[3]!.message).toBe("collapsibleGroup is only allowed in MosaicLayout.");
  });

  it("falls back on the text in the debug detail", () => {
    const detail =
      "[ORIGINAL ERROR] generic::invalid_argument: com.example.BadRequestException: Field gridLayout.columns has an invalid value: too many. [google.rpc.error_details_ext] { }";
    const details = [{ "@type": "type.googleapis.com/google.rpc.DebugInfo", detail }];
    expect(readViolations("Request contains an invalid argument.", details)).toEqual([
      { pointer: "/gridLayout/columns", message: "Field gridLayout.columns has an invalid value: too many." },
    ]);
  });

  it("keeps a text that names no place", () => {
    expect(readViolations("Something is off.", [])).toEqual([
      { pointer: undefined, message: "Something is off." },
    ]);
  });
});

it.each([
  ["dashboard.mosaic_layout.tiles[3].widget.xy_chart.y2_axis", "/mosaicLayout/tiles/3/widget/xyChart/y2Axis"],
  ["dashboard.labels.my_team", "/labels/my_team"],
  ["dashboard", ""],
])("%s", (path, pointer) => expect(pointerOf(path, true)).toBe(pointer));
