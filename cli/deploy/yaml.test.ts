import { beforeEach, describe, expect, it } from "vitest";
import { NOBODY, readText, remoteOf, useWorkspace, writeText } from "../../test/support/deploy-workspace";
import { runDiff } from "./diff";
import { runPull } from "./pull";
import { runPush } from "./push";

const workspace = useWorkspace();
const remote = remoteOf(workspace);
const file = (name: string, content: string) => writeText(workspace, name, content);
const text = (name: string) => readText(workspace, name);
const push = (...args: string[]) => runPush(args, workspace.io, NOBODY);
const pull = (...args: string[]) => runPull(args, workspace.io, NOBODY);

const WEB = `# The team's dashboard
name: projects/demo/dashboards/web
displayName: Web   # as in the list
mosaicLayout:
  columns: 12
  tiles:
  # load comes first
  - width: 6
    height: 4
    widget:
      title: 'Load'
      xyChart:
        dataSets:
        - plotType: LINE
          timeSeriesQuery:
            prometheusQuery: >-
              sum(
              rate(http_requests_total[5m]))
  - xPos: 6
    width: 6
    height: 4
    widget: {title: Empty, blank: {}}
`;

describe("a YAML file", () => {
  beforeEach(() => file("web.dashboard.yaml", WEB));

  it("is pushed, compared and found by its name", async () => {
    expect(await push("--yes", ".")).toBe(0);
    expect(await remote.get("web")).toMatchObject({
      displayName: "Web",
      mosaicLayout: {
        columns: 12,
        tiles: [
          {
            widget: {
              xyChart: {
                dataSets: [{ timeSeriesQuery: { prometheusQuery: "sum( rate(http_requests_total[5m]))" } }],
              },
            },
          },
          { widget: { title: "Empty" } },
        ],
      },
    });
    expect(await runDiff(["web.dashboard.yaml"], workspace.io)).toBe(0);
    expect(workspace.output.out).toContain("no difference");
  });

  it("is pulled into with the comments and the layout that it has", async () => {
    await push("--yes", "web.dashboard.yaml");
    await remote.change("web", (value) => {
      const layout = value["mosaicLayout"] as { tiles: { width: number; widget: { title: string } }[] };
      layout.tiles[0]!.widget.title = "Load: all";
      layout.tiles[1]!.width = 5;
    });
    expect(await pull("web.dashboard.yaml")).toBe(0);
    expect(await text("web.dashboard.yaml")).toBe(
      WEB.replace("'Load'", "'Load: all'").replace("- xPos: 6\n    width: 6", "- xPos: 6\n    width: 5"),
    );
  });

  it("is merged with what both sides have changed", async () => {
    await push("--yes", "web.dashboard.yaml");
    await remote.change("web", (value) => (value["displayName"] = "Web shop"));
    await file("web.dashboard.yaml", WEB.replace("'Load'", "'CPU load'"));
    expect(await pull("--merge", "web.dashboard.yaml")).toBe(0);
    expect(await text("web.dashboard.yaml")).toBe(
      WEB.replace("'Load'", "'CPU load'").replace("displayName: Web ", "displayName: Web shop "),
    );
  });

  it("is written in YAML where there is none yet", async () => {
    await push("--yes", "web.dashboard.yaml");
    expect(await pull("--id", "web", "copy.dashboard.yaml")).toBe(0);
    expect(await text("copy.dashboard.yaml")).toMatch(
      /^name: projects\/demo\/dashboards\/web\ndisplayName: Web\nmosaicLayout:\n {2}columns: 12\n/,
    );
  });

  it("of several documents is refused", async () => {
    await file("web.dashboard.yaml", `${WEB}---\n${WEB}`);
    expect(await push("--yes", "web.dashboard.yaml")).not.toBe(0);
    expect(workspace.output.err + workspace.output.out).toContain("have the same name, web. Rename one.");
    expect(await remote.get("web")).toMatchObject({ error: { code: 404 } });
    expect(await pull("--overwrite", "web", "web.dashboard.yaml")).not.toBe(0);
    expect(await text("web.dashboard.yaml")).toBe(`${WEB}---\n${WEB}`);
  });

  it("is not changed through an anchor", async () => {
    const shared = WEB.replace("title: 'Load'", "title: &t 'Load'").replace("title: Empty", "title: *t");
    await file("web.dashboard.yaml", shared);
    expect(await push("--yes", "web.dashboard.yaml")).toBe(0);
    await remote.change("web", (value) => {
      const layout = value["mosaicLayout"] as { tiles: { widget: { title: string } }[] };
      layout.tiles[0]!.widget.title = "Other";
    });
    expect(await pull("web.dashboard.yaml")).not.toBe(0);
    expect(workspace.output.err).toContain("anchor");
    expect(await text("web.dashboard.yaml")).toBe(shared);
  });
});

const TWO = `# Both teams
---
# The shop
name: projects/demo/dashboards/shop
displayName: Shop   # as in the list
gridLayout:
  widgets:
  - {title: Orders, blank: {}}
---
name: projects/demo/dashboards/store
displayName: 'Store'
gridLayout:
  widgets:
  # nothing yet
  - blank: {}
`;

describe("a YAML file with several dashboards", () => {
  const retitle = (id: string, title: string) => remote.change(id, (value) => (value["displayName"] = title));
  beforeEach(() => file("both.dashboard.yaml", TWO));

  it("is pushed and compared as all of them, or as the one that is named", async () => {
    expect(await push("--yes", "both.dashboard.yaml#store")).toBe(0);
    expect(await remote.get("store")).toMatchObject({ displayName: "Store" });
    expect(workspace.output.out).toContain("both.dashboard.yaml#store: created store in project demo");
    expect(await runDiff(["both.dashboard.yaml#store"], workspace.io)).toBe(0);
    expect(await push("--yes", ".")).toBe(0);
    expect(await remote.get("shop")).toMatchObject({ displayName: "Shop" });
    expect(workspace.output.out).toContain("both.dashboard.yaml#store: unchanged");
    expect(await runDiff(["."], workspace.io)).toBe(0);
  });

  it("is pulled into without a change to the other dashboards", async () => {
    await push("--yes", ".");
    await retitle("shop", "Shop 2");
    await retitle("store", "Store 2");
    expect(await pull("both.dashboard.yaml#store")).toBe(0);
    expect(await text("both.dashboard.yaml")).toBe(TWO.replace("'Store'", "'Store 2'"));
    expect(await pull(".")).toBe(0);
    expect(await text("both.dashboard.yaml")).toBe(
      TWO.replace("'Store'", "'Store 2'").replace("Shop   #", "Shop 2   #"),
    );
    expect(await pull("--id", "store", "both.dashboard.yaml")).toBe(0);
    await retitle("shop", "Shop 3");
    await retitle("store", "Store 3");
    expect(await pull(".")).toBe(0);
    expect(await text("both.dashboard.yaml")).toContain("Shop 3   # as in the list");
    expect(await text("both.dashboard.yaml")).toContain("'Store 3'");
  });

  it("is merged, one dashboard by itself", async () => {
    await push("--yes", ".");
    await retitle("store", "Store 2");
    const edited = TWO.replace("- blank: {}", "- {title: Returns, blank: {}}");
    await file("both.dashboard.yaml", edited);
    expect(await push("--yes", "both.dashboard.yaml#store")).toBe(3);
    expect(await pull("--merge", "both.dashboard.yaml#store")).toBe(0);
    expect(await text("both.dashboard.yaml")).toBe(edited.replace("'Store'", "'Store 2'"));
  });

  it("says which dashboard has no name, or the same as another", async () => {
    await file("both.dashboard.yaml", TWO.replace(/name: .*store\n/, ""));
    expect(await push("--yes", ".")).toBe(2);
    expect(await remote.get("shop")).toMatchObject({ displayName: "Shop" });
    expect(workspace.output.err).toContain("Document 2 needs a name");
    await file("both.dashboard.yaml", TWO.replace("dashboards/store", "dashboards/shop"));
    expect(await push("--yes", ".")).toBe(2);
    expect(workspace.output.err).toContain("Documents 1 and 2 have the same name, shop.");
    expect(await pull("both.dashboard.yaml#other")).toBe(2);
    expect(workspace.output.err).toContain("No document in the file has the name other.");
  });
});
