import { expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { identify, idOfPath } from "./identity";

const cases: [string, string | undefined, string, string | undefined, object][] = [
  [
    "a.dashboard.json",
    undefined,
    '{"name": "projects/p/dashboards/x"}',
    "y",
    { id: "x", from: "name", projectInFile: "p" },
  ],
  [
    "a.dashboard.json",
    undefined,
    '{"name": "x"}',
    undefined,
    { id: "x", from: "name", projectInFile: undefined },
  ],
  ["a.dashboard.json", undefined, "{}", "y", { id: "y", from: "state" }],
  ["ops/a b.dashboard.json", undefined, '{"name": ""}', undefined, { id: "a-b", from: "path" }],
  ["a.json", undefined, '{"name": 3}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "projects/p/dashboards/a b"}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "projects/p/dashboards/.."}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "projects/p/dashboards/."}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "a\\\\b"}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "a\\u001bb"}', undefined, { ok: false }],
  ["a.json", undefined, '{"name": "a\\u202eb"}', undefined, { ok: false }],
  ["äö/ドキュメント.json", undefined, "{}", undefined, { ok: false }],
];
it.each(cases)("%s", (path, _, text, state, expected) => {
  expect(identify(path, readDocument(text), state)).toMatchObject(expected);
});

it("makes ids of base names", () => {
  expect(
    ["x/Web frontend.dashboard.json", "Übersicht.json", "--a__b--.json", "a.b.dashboard.json"].map(idOfPath),
  ).toEqual(["Web-frontend", "Ubersicht", "a__b", "a-b"]);
});
