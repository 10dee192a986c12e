import { expect, it } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { compare } from "../../scripts/schema-upstream.mjs";

const SCHEMA = {
  definitions: {
    Dashboard: {
      type: "object",
      properties: {
        title: { type: "string", "x-proto": "string" },
        size: { type: "integer", "x-proto": "int32" },
        mode: { $ref: "#/definitions/Mode" },
        parts: { type: "array", items: { $ref: "#/definitions/Part" } },
        extra: { type: "string", "x-undocumented": true },
      },
    },
    Part: { type: "object", properties: {} },
    Mode: { type: "string", enum: ["A", "B", "SECRET"], "x-undocumented-values": ["SECRET"] },
  },
};

const UPSTREAM = {
  schemas: {
    Dashboard: {
      properties: {
        title: { type: "string" },
        size: { type: "integer", format: "int32" },
        mode: { type: "string", enum: ["A", "B"] },
        parts: { type: "array", items: { $ref: "Part" } },
      },
    },
    Part: { properties: {} },
  },
};

function differences(
  change: (upstream: typeof UPSTREAM & { schemas: Record<string, unknown> }) => void,
): string[] {
  const upstream = structuredClone(UPSTREAM);
  change(upstream);
  return compare(SCHEMA, upstream);
}

it("says nothing when both agree", () => {
  expect(differences(() => {})).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: what upstream may become has every shape.
it.each<[string, (upstream: any) => void, string]>([
  [
    "a new member",
    (u) => (u.schemas.Part.properties.x = { type: "boolean" }),
    "Part.x: the member is missing here (bool)",
  ],
  [
    "a new message",
    (u) => {
      u.schemas.Part.properties.y = { $ref: "New" };
      u.schemas.New = { properties: {} };
    },
    "New: the message is missing here",
  ],
  [
    "a member that is gone",
    (u) => delete u.schemas.Dashboard.properties.title,
    "Dashboard.title: the member is not in the service's description",
  ],
  [
    "another type",
    (u) => (u.schemas.Dashboard.properties.size.format = "int64"),
    "Dashboard.size: it is int32 here and int64 there",
  ],
  [
    "a new value",
    (u) => u.schemas.Dashboard.properties.mode.enum.push("C"),
    "Dashboard.mode: the value C is missing here",
  ],
  [
    "a value that is gone",
    (u) => u.schemas.Dashboard.properties.mode.enum.pop(),
    "Dashboard.mode: the value B is not in the service's description",
  ],
  [
    "a deprecation",
    (u) => (u.schemas.Dashboard.properties.title.deprecated = true),
    "Dashboard.title: it is deprecated there",
  ],
])("names %s", (_, change, expected) => {
  expect(differences(change)).toContain(expected);
});
