import { describe, expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { normalForm, normalFormOf } from "./normal-form";
import { reconcile } from "./reconcile";
import { requestBody, unsendable } from "./sent";

describe("64-bit integers without quotes", () => {
  const text = '{ "displayName": "d", "gridLayout": { "columns": 9007199254740993 }, "labels": {} }';

  it("are sent with all of their digits", () => {
    expect(requestBody(readDocument(text))).toEqual({
      displayName: "d",
      gridLayout: { columns: "9007199254740993" },
      labels: {},
    });
    const both =
      '{ "gridLayout": { "columns": 9007199254740993, "columns": 2 }, "gridLayout": { "columns": 3 } }';
    expect(requestBody(readDocument(both))).toEqual({ gridLayout: { columns: 3 } });
    const last = '{ "gridLayout": {}, "gridLayout": { "columns": 1, "columns": -9007199254740995 } }';
    expect(requestBody(readDocument(last))).toEqual({ gridLayout: { columns: "-9007199254740995" } });
  });

  it("are compared with all of their digits", () => {
    const remote = (columns: string) => ({ displayName: "d", gridLayout: { columns } });
    expect(normalFormOf(readDocument(text))).toEqual(normalForm(remote("9007199254740993")));
    expect(normalFormOf(readDocument(text))).not.toEqual(normalForm(remote("9007199254740992")));
    expect(reconcile(readDocument(text), remote("9007199254740993"))).toMatchObject({ edits: [] });
    const result = reconcile(readDocument(text), remote("9007199254740995"));
    expect(result).toMatchObject({ text: text.replace("9007199254740993", '"9007199254740995"') });
  });
});

it("names a number that would be sent as null, and its place", () => {
  const document = readDocument('{\n  "gridLayout": { "columns": 1e400 }\n}');
  expect(unsendable(document)?.message).toContain("Line 2, column 30: 1e400 is out of range");
  expect(unsendable(readDocument('{ "a": [1e308, -0.0, "1e400"] }'))).toBe(undefined);
});
