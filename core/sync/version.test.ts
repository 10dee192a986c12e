import { expect, it, vi } from "vitest";
import { readDocument } from "../document/reader";
import { DocumentVersion, equalValues, Version } from "./version";

const value = { display_name: "A", name: "projects/1/dashboards/a", etag: "x", labels: {} };

it("works its forms out once, and only when they are asked for", () => {
  const read = vi.fn(() => "A");
  const watched = new Version(Object.defineProperty({}, "displayName", { enumerable: true, get: read }));
  expect(read).not.toHaveBeenCalled();
  expect(watched.key).toBe(watched.key);
  expect(watched.normal).toBe(watched.normal);
  expect(watched.canonical).toBe(watched.canonical);
  const times = read.mock.calls.length;
  expect(watched.equals(new Version({ display_name: "A" }))).toBe(true);
  expect(read.mock.calls.length).toBe(times);
});

it("compares by what the service would store", () => {
  const file = new DocumentVersion(readDocument('{"name": "a", "displayName": "A", "labels": null}'));
  expect(file.canonical).toEqual({ name: "a", displayName: "A" });
  expect(file.normal).toEqual(new Version(value).normal);
  expect(equalValues(file, value)).toBe(true);
  expect(equalValues(value, { ...value, displayName: "B" })).toBe(false);
  expect(Version.of(file)).toBe(file);
});

it("takes nothing for null", () => {
  expect(new Version(undefined).key).toBe("null");
  expect(new DocumentVersion(readDocument("")).key).toBe("null");
});
