import { expect, it } from "vitest";
import { readDocument } from "../../../core/document/reader";
import { creationDetail, permanentIdText } from "./creation-text";

it("shows the title and the number of widgets", () => {
  const tiles = [{ widget: { blank: {} } }, { widget: { collapsibleGroup: {} } }];
  expect(creationDetail({ displayName: "Orders", mosaicLayout: { columns: 48, tiles } })).toBe(
    "Title: Orders\n2 widgets",
  );
  expect(creationDetail({ gridLayout: { widgets: [{ blank: {} }] } })).toBe("No title\n1 widget");
});

it.each([
  ["ops/cpu.dashboard.json", {}, "cpu", /The id cpu comes from the file name and is permanent\./],
  ["ops/cpu.dashboard.json", { name: "projects/p/dashboards/cpu" }, "cpu", /^$/],
  // What an earlier push has given.
  ["ops/cpu.dashboard.json", {}, "other", /^$/],
])("says where a permanent id comes from: %s %j %s", (path, value, id, text) => {
  expect(permanentIdText(path, readDocument(JSON.stringify(value)), id)).toMatch(text);
});
