import { describe, expect, it } from "vitest";
import { cacheName, readCache, writeCache } from "./cache";
import type { CatalogOverlay } from "./overlay";

const overlay: CatalogOverlay = {
  project: "shop",
  readAt: "2026-11-20T10:00:00.000Z",
  metrics: [{ type: "custom.googleapis.com/orders", kind: "DELTA", labels: ["store"] }],
  resources: [{ type: "global", labels: ["project_id"] }],
};

describe("the cache of a project's metrics", () => {
  it("comes back as it was written", () => {
    expect(readCache(writeCache(overlay))).toEqual(overlay);
  });

  it.each([
    "",
    "null",
    "7",
    "{}",
    writeCache(overlay).slice(0, -1),
    writeCache(overlay).replace('"version":1', '"version":2'),
    writeCache({ ...overlay, readAt: "yesterday" }),
    writeCache({ ...overlay, metrics: [{} as never] }),
    writeCache({ ...overlay, resources: [null as never] }),
  ])("is not taken when it is damaged or of another version: %s", (text) => {
    expect(readCache(text)).toBeUndefined();
  });

  it("is one a project and endpoint, in a name that every file system takes", () => {
    const google = { project: "example.com:shop", endpoint: "https://monitoring.googleapis.com" };
    expect(cacheName(google)).toBe("example.com%3Ashop@monitoring.googleapis.com.json");
    expect(cacheName({ ...google, endpoint: "http://127.0.0.1:8085" })).toBe(
      "example.com%3Ashop@127.0.0.1%3A8085.json",
    );
  });
});
