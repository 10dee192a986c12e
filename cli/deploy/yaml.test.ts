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
    expect(workspace.output.err + workspace.output.out).toContain("Move each document to a file of its own");
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
