import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { extension, testWith } from "./deploy-support";
import { eventually } from "./support";

const RUN = 'metric.type = "run.googleapis.com/request_count" resource.type = "cloud_run_revision"';

function chart(title: string, filter: string, perSeriesAligner = "ALIGN_RATE"): object {
  const aggregation = { alignmentPeriod: "60s", perSeriesAligner, crossSeriesReducer: "REDUCE_SUM" };
  return {
    title,
    xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter, aggregation } } }] },
  };
}

/** Findings from the project alone, as `severity code message`. */
const fromProject = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source?.startsWith("shop, "));

testWith(
  "a check against the project names what is to blame, and a quick fix brings it to life",
  {},
  async (place) => {
    const uri = await place.write("dead", {
      displayName: "Dead and alive",
      gridLayout: {
        widgets: [
          chart("Alive", RUN),
          chart("Dead", `${RUN} resource.labels.service_name = "chekout"`),
          chart("Wrong", RUN, "ALIGN_INTERPOLATE"),
        ],
      },
    });
    const shown: string[] = [];
    const { answerInstead } = await extension();
    answerInstead({
      message: (_, text) => void shown.push(text),
      text: () => undefined,
      pick: () => undefined,
      file: () => undefined,
      busy: () => undefined,
    });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("mosaic.checkAgainstProject");
    assert.match(
      shown.join("\n"),
      /^Project shop: 1 with data, 1 without, 1 rejected\. \d+ time series were read\.$/,
    );

    const byCode = (wanted: string) => fromProject(uri).find(({ code }) => code === wanted);
    assert.equal(fromProject(uri).length, 2);
    const wrong = byCode("rejected-query");
    assert.equal(wrong?.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(wrong.message, /^The service rejects this query: Field aggregation\.perSeriesAligner/);
    const dead = byCode("no-data");
    assert.equal(dead!.severity, vscode.DiagnosticSeverity.Information);
    assert.equal(document.getText(dead!.range), 'resource.labels.service_name = \\"chekout\\"');
    assert.equal(
      dead!.message,
      'No time series matches resource.labels.service_name = "chekout". Existing values: checkout, storefront.',
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      dead!.range,
    );
    const fix = actions.find(({ title }) => title === 'Change to "checkout", which has data');
    assert.ok(fix?.edit, actions.map(({ title }) => title).join(", "));
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /service_name = \\"checkout\\"/);
    await eventually("the finding to go with the edit", () => fromProject(uri).length === 1);
    await document.save();

    await vscode.commands.executeCommand("mosaic.readLabelValues");
    assert.match(shown.at(-1)!, /^Project shop: the values of \d+ labels were read and can be completed\./);
    const inside = document.positionAt(document.getText().indexOf('\\"checkout\\"') + 2);
    const completed = async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        inside,
      );
      return items.filter(({ detail }) => detail === "in the project").map(({ label }) => label);
    };
    await eventually("the project's values", async () => (await completed()).length === 2);
    assert.deepEqual((await completed()).sort(), ["checkout", "storefront"]);
    await vscode.commands.executeCommand("mosaic.clearLabelValues");
    await eventually("no values", async () => (await completed()).length === 0);
  },
);
