import { describe, expect, it } from "vitest";
import { NOBODY, person, useWorkspace, writeText } from "../../test/support/deploy-workspace";
import { runProbe } from "./probe";
import { sparkline } from "./row";

const workspace = useWorkspace();
const RUN = 'metric.type = \\"run.googleapis.com/request_count\\" resource.type = \\"cloud_run_revision\\"';

/** A dashboard on one line a tile, so that positions can be read. */
const text = (...queries: readonly (readonly [title: string, query: string])[]) => `{
  "displayName": "Shop",
  "dashboardFilters": [{ "labelKey": "service_name", "templateVariable": "service", "stringValue": "checkout" }],
  "gridLayout": { "widgets": [
${queries
  .map(
    ([title, query]) =>
      `    { "title": "${title}", "xyChart": { "dataSets": [{ "timeSeriesQuery": { ${query} } }] } }`,
  )
  .join(",\n")}
  ] }
}
`;
const filter = (rest: string, aligner = "ALIGN_RATE") =>
  `"timeSeriesFilter": { "filter": "${RUN} ${rest}", "aggregation": { "alignmentPeriod": "60s", "perSeriesAligner": "${aligner}", "crossSeriesReducer": "REDUCE_SUM" } }`;

const FILE = "a.dashboard.json";
const probe = async (args: readonly string[], terminal = NOBODY) => {
  workspace.output.out = "";
  workspace.output.err = "";
  return runProbe([FILE, ...args], workspace.io, terminal);
};

describe("mosaic probe", () => {
  it("tells the state of each query", async () => {
    await writeText(
      workspace,
      FILE,
      text(
        ["Alive", filter("${service}")],
        ["Dead", filter('metric.labels.response_code_class = \\"500\\"')],
        ["Wrong", '"prometheusQuery": "sum(nosuch("'],
        ["Old", '"timeSeriesQueryLanguage": "fetch gce_instance"'],
      ),
    );
    expect(await probe([])).toBe(1);
    const { out } = workspace.output;
    expect(out).toMatch(/^a\.dashboard\.json: project demo\n/);
    expect(out).toMatch(
      /✓ data {6}"Alive" {2}[\d.]+\/s, 1 series, newest \d min ago, \d+ ms {2}[▁▂▃▄▅▆▇█ ]{10,}\n/,
    );
    expect(out).toMatch(
      /- nothing {3}"Dead" {2}\d+ ms\n {6}a\.dashboard\.json:6:\d+: metric\.labels\.response_code_class = "500" matches nothing; without it there is data\.\n {6}values: 2xx, 4xx, 5xx\n/,
    );
    expect(out).toMatch(/✗ rejected {2}"Wrong".*\n {6}a\.dashboard\.json:7:\d+: Not sent: /);
    expect(out).toMatch(/· skipped {3}"Old"\n {6}MQL is no longer supported/);
    expect(out).toMatch(
      /1 data, 1 nothing, 1 rejected, 1 skipped\n\d+ queries returned \d+ time series\.\n$/,
    );
  });

  it("puts the culprit at its place in the file", async () => {
    const content = text(["Dead", filter('metric.labels.response_code_class = \\"500\\"')]);
    await writeText(workspace, FILE, content);
    await probe(["--format", "json"]);
    const [{ rows }] = JSON.parse(workspace.output.out).files;
    const { line, character } = rows[0].position;
    expect(content.split("\n")[line]!.slice(character)).toMatch(/^metric\.labels\.response_code_class/);
    expect(rows[0]).toMatchObject({ state: "nothing", values: ["2xx", "4xx", "5xx"], series: 0 });
  });

  it("reads YAML and Terraform code, and leaves out what Terraform fills in", async () => {
    const query = (rest: string) => `metric.type = "run.googleapis.com/request_count" ${rest}`;
    const chart = (rest: string) =>
      JSON.stringify({
        xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter: query(rest) } } }] },
      });
    const board = (...rests: readonly string[]) =>
      `{ "displayName": "d", "gridLayout": { "widgets": [${rests.map(chart).join(", ")}] } }`;
    const resource = (name: string, ...rests: readonly string[]) =>
      `resource "google_monitoring_dashboard" "${name}" {\n  dashboard_json = <<EOT\n${board(...rests)}\nEOT\n}\n`;
    const hole = 'resource.labels.location = "${var.region}"';
    await writeText(workspace, "main.tf", `${resource("one", "", hole)}${resource("two", "")}`);
    await writeText(workspace, "b.yaml", board(""));
    workspace.output.out = "";
    await runProbe(["main.tf", "b.yaml", "--format", "json"], workspace.io, NOBODY);
    const { files } = JSON.parse(workspace.output.out);
    const states = files.map(
      ({ file, dashboard, rows }: { file: string; dashboard?: string; rows: { state: string }[] }) => [
        file,
        dashboard,
        ...rows.map(({ state }) => state),
      ],
    );
    expect(states).toEqual([
      ["main.tf", expect.stringContaining("one"), "data", "skipped"],
      ["main.tf", expect.stringContaining("two"), "data"],
      ["b.yaml", undefined, "data"],
    ]);
    expect(files[0].rows[1].notes).toEqual(["Another tool fills in part of this query."]);
    expect(files[1].rows[0].position.line).toBe(7);
  });

  it("takes values of variables, several too, and refuses names that nobody declares", async () => {
    await writeText(workspace, FILE, text(["Requests", filter("${service}")]));
    const sent = async (...vars: readonly string[]) => {
      await probe(["--format", "json", ...vars.flatMap((value) => ["--var", value])]);
      return JSON.parse(workspace.output.out).files[0].rows[0].sent[0] as string;
    };
    expect(await sent()).toContain('resource.labels."service_name" = "checkout"');
    expect(await sent("service=a", "service=b")).toContain(
      'resource.labels."service_name" = one_of("a", "b")',
    );
    expect(await sent("service=")).not.toContain("service_name");
    await expect(probe(["--var", "sevice=a"])).rejects.toThrow("no dashboard has such a variable");
  });

  it("ends with 1 for dead queries when it is strict", async () => {
    await writeText(workspace, FILE, text(["Dead", filter('resource.labels.location = \\"mars\\"')]));
    expect(await probe([])).toBe(0);
    expect(await probe(["--strict"])).toBe(1);
  });

  it("stops at the limit of time series", async () => {
    const queries = ["a", "b", "c", "d"].map(
      (name) => [name, filter(`resource.labels.location != \\"${name}\\"`)] as const,
    );
    await writeText(workspace, FILE, text(...queries));
    await probe(["--max-series", "2", "--format", "json"]);
    const { total } = JSON.parse(workspace.output.out);
    expect(total).toMatchObject({ queries: 2, states: { data: 2, stopped: 2 } });
  });

  it("only looks whether there is data when that is enough", async () => {
    await writeText(
      workspace,
      FILE,
      text(["Alive", filter("")], ["Dead", filter('resource.labels.location = \\"mars\\"')]),
    );
    await probe(["--presence-only", "--no-explain", "--format", "json"]);
    const { files, total } = JSON.parse(workspace.output.out);
    expect(files[0].rows.map(({ state }: { state: string }) => state)).toEqual(["data", "nothing"]);
    expect(total).toMatchObject({ queries: 2, series: 2 });
  });

  it("writes annotations and JUnit reports", async () => {
    await writeText(
      workspace,
      FILE,
      text(['A <b> & \\"c\\"', filter('resource.labels.location = \\"mars\\"')]),
    );
    await probe(["--format", "github"]);
    expect(workspace.output.out).toMatch(
      /^::notice file=a\.dashboard\.json,line=5,col=\d+,title=.*%3A nothing::resource\.labels\.location = "mars" matches nothing.* Values: europe-west1, us-central1\n$/,
    );
    await probe(["--format", "junit", "--strict"]);
    expect(workspace.output.out).toMatch(/<testsuite name="a\.dashboard\.json" .* tests="1" failures="1"/);
    expect(workspace.output.out).toContain("A &lt;b&gt; &amp; ");
    expect(workspace.output.out).toContain('<failure type="nothing" message="resource.labels.location');
  });

  it.each([
    [["--since", "7"], "--since must be"],
    [["--since", "90w"], "--since must be"],
    [["--var", "x"], "--var must be NAME=VALUE"],
    [["--max-series", "0"], "--max-series must be"],
    [["--format", "xml"], "--format must be"],
  ])("%j: %s", async (args, message) => {
    await writeText(workspace, FILE, text(["Alive", filter("")]));
    await expect(probe(args)).rejects.toThrow(message);
  });
});

describe("cost", () => {
  // With a token the destination could be the service itself.
  const target = () => [
    "--project",
    "demo",
    "--endpoint",
    workspace.emulator.url,
    "--credentials",
    "env:TOKEN",
  ];

  it("is told and asked about once, before anything is sent", async () => {
    workspace.io = { ...workspace.io, env: { ...workspace.io.env, TOKEN: "t" } };
    await writeText(workspace, FILE, text(["Alive", filter("")]));
    await expect(probe(target())).rejects.toThrow(
      /USD 0\.50 per million.*1 query to the project demo.*add --yes/,
    );
    const no = person(() => "n");
    await expect(probe(target(), no)).rejects.toThrow("nothing was sent");
    expect(no.asked).toEqual([expect.stringMatching(/stops after 10000 time series.\nContinue\?/)]);
    expect(workspace.output.out).toBe("");
    expect(
      await probe(
        target(),
        person(() => "y"),
      ),
    ).toBe(0);
    expect(await probe([...target(), "--yes"])).toBe(0);
    expect(workspace.output.out).toContain("Google bills reads by time series returned");
  });
});

it.each<readonly [readonly number[], string]>([
  [[1, 2, 3, 4], "▁▃▆█"],
  [[5, 5, 5], "▅▅▅"],
  [[1, Number.NaN, 3], "▁ █"],
  [[1], ""],
  [[], ""],
])("%j as a sparkline", (values, expected) => {
  expect(sparkline(values)).toBe(expected);
});
