import * as assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import type { EntryNode } from "../../client/deploy/dashboards/nodes";
import { board, extension, Person, type Place, run, testWith, widget } from "./deploy-support";
import { eventually } from "./support";

/** The rows of the view for a place, as `id state`. */
async function rows(place: Place): Promise<string[] | undefined> {
  const { store } = await (await extension()).dashboards();
  const target = store.targets.find(({ root }) => root.path === place.uri("").path.replace(/\/$/, ""));
  return target?.entries.map(({ id, state }) => `${id} ${state}`);
}

async function eventuallyRows(place: Place, expected: string[]): Promise<void> {
  let last: string[] | undefined;
  await eventually(`the rows ${expected.join(", ")}`, async () => {
    last = await rows(place);
    return JSON.stringify(last) === JSON.stringify(expected);
  }).catch((error: Error) => {
    throw new Error(`${error.message} The rows were ${last?.join(", ")}.`);
  });
}

/** Reads the list while it is in sight; out of sight it would be forgotten with the next change of a configuration. */
async function refresh(): Promise<void> {
  await vscode.commands.executeCommand("mosaic.dashboards.focus");
  await vscode.commands.executeCommand("mosaic.dashboards.refresh");
}

/** The row of a dashboard, as commands get it. */
async function row(place: Place, id: string): Promise<EntryNode> {
  const view = await (await extension()).dashboards();
  const target = await eventually(id, () =>
    view.store.targets.find(
      (one) => one.entries.some((entry) => entry.id === id) && place.uri("").path.startsWith(one.root.path),
    ),
  );
  const all: EntryNode[] = [];
  const collect = async (parent?: EntryNode): Promise<void> => {
    for (const node of ((await view.rows.getChildren(parent)) ?? []) as EntryNode[]) {
      all.push(node);
      if (!("entry" in node)) await collect(node);
    }
  };
  await collect();
  const found = all.find(
    (node) => "entry" in node && node.entry.id === id && node.root.path === target.root.path,
  );
  assert.ok(found, `no row for ${id}`);
  return found;
}

/** The tooltip of a row as plain text. */
async function tooltip(place: Place, id: string): Promise<string> {
  const view = await (await extension()).dashboards();
  const node = await row(place, id);
  const item = await view.rows.getTreeItem(node);
  const { token } = new vscode.CancellationTokenSource();
  const resolved = await view.rows.resolveTreeItem?.(item, node, token);
  assert.ok(resolved?.tooltip instanceof vscode.MarkdownString);
  return resolved.tooltip.value.replaceAll("&nbsp;", " ").replaceAll("\\", "");
}

testWith("the view says how every dashboard stands", {}, async (place) => {
  const made = ["changed-both", "changed-here", "changed-there", "in-sync"];
  for (const id of made) {
    const uri = await place.write(id, board(id, "A", "B"));
    await run("mosaic.push", uri, ["Create", "Create"]);
  }
  for (const id of ["changed-here", "changed-both"]) await place.write(id, board(id, "A, here", "B"));
  for (const id of ["changed-there", "changed-both"]) {
    await place.edit(id, (value) => {
      widget(value, 1)["title"] = "B, there";
    });
  }
  await place.create("differs", board("differs", "A"));
  await place.write("differs", board("differs", "B"));
  await place.create("only-there", board("only-there", "A"));
  await place.write("only-here", board("only-here", "A"));
  await place.write("unreadable", "{");
  await refresh();
  await eventuallyRows(place, [
    ...made.slice(0, 3).map((id) => `${id} ${id}`),
    "differs differs",
    "in-sync in-sync",
    "only-here only-here",
    "only-there only-there",
    "unreadable unreadable",
  ]);

  // The tooltip shows which side has changed, in the direction of the next action.
  assert.match(await tooltip(place, "changed-here"), /A push would change:[\s\S]*"A" → "A, here"/);
  assert.match(await tooltip(place, "changed-there"), /A pull would change:[\s\S]*"B" → "B, there"/);
  assert.match(
    await tooltip(place, "changed-both"),
    /Changed locally:[\s\S]*"A" → "A, here"[\s\S]*Changed remotely:[\s\S]*"B" → "B, there"/,
  );

  // What is typed counts, before it is saved.
  const document = await vscode.workspace.openTextDocument(place.uri("in-sync.dashboard.json"));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.lineAt(1).range, '  "displayName": "in-sync!",');
  await vscode.workspace.applyEdit(edit);
  await eventually("the edited file", async () => (await rows(place))?.includes("in-sync changed-here"));
  await document.save();
  // And so does what a push has done, without reading everything again.
  await run("mosaic.push", document.uri, ["Update", "Push"]);
  await eventually("the pushed file", async () => (await rows(place))?.includes("in-sync in-sync"));
});

testWith("a list of several pages is complete", {}, async (place) => {
  const ids = Array.from({ length: 230 }, (_, index) => `d${String(index).padStart(3, "0")}`);
  for (const id of ids) await place.create(id, board(id));
  await refresh();
  await eventuallyRows(
    place,
    ids.map((id) => `${id} only-there`),
  );
});

testWith(
  "a list that cannot be read says so, and the files stay",
  { emulator: ["--deny", "shop"] },
  async (place) => {
    await place.write("cpu", board("CPU", "A"));
    await refresh();
    await eventuallyRows(place, ["cpu unknown"]);
    const { store } = await (await extension()).dashboards();
    // A new file can start another read, which fails in the same way.
    await eventually("the failure", () => {
      const target = store.targets.find(({ root }) => place.uri("").path.startsWith(root.path));
      return target?.status.kind === "failed" && target.status.failure.kind === "permission";
    });
  },
);

testWith("reading can be stopped", { emulator: ["--fault", "latency=600000"] }, async (place) => {
  await place.write("cpu", board("CPU", "A"));
  await vscode.commands.executeCommand("mosaic.dashboards.focus");
  const reading = refresh();
  const { store } = await (await extension()).dashboards();
  await eventually("the reading", () => store.targets.some(({ status }) => status.kind === "reading"));
  await vscode.commands.executeCommand("mosaic.dashboards.stop");
  await reading;
  await eventuallyRows(place, ["cpu unknown"]);
});

testWith("a dashboard without a file is opened, pulled, deleted and restored", {}, async (place) => {
  await place.create("board", { ...board("On call", "A"), labels: { team: "x" } });
  await refresh();
  await eventuallyRows(place, ["board only-there"]);
  const node = await row(place, "board");

  await vscode.commands.executeCommand("mosaic.dashboards.open", node);
  const shown = await eventually("the remote text", () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === "mosaic-remote" && document;
  });
  assert.equal(shown.languageId, "monitoring-dashboard");
  assert.match(shown.getText(), /"displayName": "On call"/);
  assert.doesNotMatch(shown.getText(), /etag/);

  await run("mosaic.pull", node, [/file .*on-call\.dashboard\.json/, "yes"]);
  assert.match(await place.read("on-call"), /"team": "x"/);
  await eventuallyRows(place, ["board in-sync"]);

  await run(
    "mosaic.delete",
    await row(place, "board"),
    ["The local file is kept.", "Delete"],
    ["Deleted", undefined],
  );
  assert.equal(await place.get("board"), undefined);
  await eventually("the row", async () => (await rows(place))?.[0]?.startsWith("board deleted-there"));

  await run(
    "mosaic.restoreDeleted",
    undefined,
    ["Restore Deleted Dashboard", "On call"],
    ["Restore the dashboard", "Create"],
  );
  assert.deepEqual((await place.get("board"))?.["labels"], { team: "x" });
  await eventuallyRows(place, ["board in-sync"]);
});

testWith("a deletion stops when somebody has edited meanwhile", {}, async (place) => {
  await place.create("cpu", board("CPU", "A"));
  await refresh();
  const node = await row(place, "cpu");
  const answers = run("mosaic.delete", node, [
    /Delete the dashboard "CPU" \(cpu\) from project shop/,
    undefined,
  ]);
  await answers;
  assert.ok(await place.get("cpu"));
});

testWith("what the view has found in sync can be pushed without a conflict", {}, async (place) => {
  await place.create("cpu", board("CPU", "A"));
  const uri = await place.write("cpu", board("CPU", "A"));
  await vscode.window.showTextDocument(uri);
  await refresh();
  await eventuallyRows(place, ["cpu in-sync"]);
  await place.write("cpu", board("CPU", "B"));
  await eventuallyRows(place, ["cpu changed-here"]);
  await run("mosaic.push", uri, [/Update.*\n.*changed:\n\n.*"A" → "B"/, "Push"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "C";
  });
  await place.write("cpu", board("CPU", "D"));
  await run("mosaic.push", uri, ["has been edited on the service since", undefined]);
});

testWith("all are pulled, with new files only for those that are chosen", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "A"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "A, there";
  });
  await place.create("one", board("One", "A"));
  await place.create("two", board("Two", "A"));
  await vscode.window.showTextDocument(uri);
  await run(
    "mosaic.pullAll",
    undefined,
    [
      /Pull from project shop.*cpu\.dashboard\.json.*one\.dashboard\.json.*two\.dashboard\.json/,
      ["cpu.dashboard.json", "two.dashboard.json"],
    ],
    [/1 created, 1 updated, 1 not processed/, undefined],
  );
  assert.match(await place.read("cpu"), /A, there/);
  assert.match(await place.read("two"), /"displayName": "Two"/);
  await assert.rejects(place.read("one"));
});

testWith("a clone gets an id of its own", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "A"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await run("mosaic.clone", uri, ["Id of the Copy", "cpu-2"], ["Create the dashboard cpu-2", "Create"]);
  assert.equal((await place.get("cpu-2"))?.["displayName"], "CPU");
});

testWith("the clipboard is imported, and Terraform gets what it can keep", {}, async (place) => {
  const before = await vscode.env.clipboard.readText();
  try {
    const value = { name: "projects/9/dashboards/x", etag: "e", ...board("From ${env}", "A") };
    await vscode.env.clipboard.writeText(JSON.stringify([value]));
    await run("mosaic.import", undefined);
    const document = await eventually("the import", () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.isUntitled && shown.languageId === "monitoring-dashboard" && shown;
    });
    assert.match(document.uri.path, /from-env\.dashboard\.json$/);
    assert.doesNotMatch(document.getText(), /etag/);

    const uri = await place.write("cpu", document.getText());
    await run("mosaic.exportTerraform", uri, ["Export for Terraform", "Resource"]);
    const hcl = vscode.window.activeTextEditor!.document.getText();
    assert.match(hcl, /^resource "google_monitoring_dashboard" "from_env" \{\n {2}project {8}= "shop"\n/);
    assert.match(hcl, /"displayName": "From \$\$\{env\}"/);
    assert.doesNotMatch(hcl, /"name"/);
  } finally {
    await vscode.env.clipboard.writeText(before);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
});

testWith("what one wants to do with a dashboard stands above it", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "A"));
  await vscode.window.showTextDocument(uri);
  const titles = async () =>
    (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri)).map(
      ({ command }) => command?.title,
    );
  await eventually("the lenses", async () => (await titles()).includes("Push"));
  assert.deepEqual(
    (await titles()).filter((title) => /Preview|Push|Compare/.test(title ?? "")),
    ["Preview", "Push", "Compare with Remote"],
  );
  const settings = vscode.workspace.getConfiguration("mosaic");
  await settings.update("codeLens.enabled", false, vscode.ConfigurationTarget.Workspace);
  try {
    assert.equal((await titles()).includes("Push"), false);
  } finally {
    await settings.update("codeLens.enabled", undefined, vscode.ConfigurationTarget.Workspace);
  }
});

testWith("a folder with a configuration of its own is no part of the one around it", {}, async (place) => {
  const config = new TextDecoder().decode(
    await vscode.workspace.fs.readFile(place.uri(".mosaic/config.json")),
  );
  await vscode.workspace.fs.writeFile(
    place.uri("inner/.mosaic/config.json"),
    new TextEncoder().encode(config.replace('"shop"', '"other"')),
  );
  const outer = await place.write("outer", board("Outer", "A"));
  await place.write("inner/mine", board("Mine", "A"));
  await vscode.window.showTextDocument(outer);
  await refresh();
  await eventuallyRows(place, ["outer only-here"]);
  await run(
    "mosaic.pushAll",
    undefined,
    [/Push to project shop.*: outer\.dashboard\.json$/, ["outer.dashboard.json"]],
    [/: 1 created\./, undefined],
  );
  assert.equal(await place.get("mine"), undefined);
});

testWith(
  "dashboards under any name are listed and compared, and pushed when they are named",
  {},
  async (place) => {
    const write = (path: string, value: unknown) =>
      vscode.workspace.fs.writeFile(
        place.uri(path),
        new TextEncoder().encode(typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`),
      );
    await write(".gitignore", "out/\n");
    await write("out/generated.json", board("Generated", "A"));
    await write("package.json", { name: "x" });
    await write("monitoring/plain.json", board("Plain", "A"));
    const template = JSON.stringify(board("Cost of ${env}", "A"), null, 2);
    await write("terraform/cost.json", template);
    await write("terraform/main.tf", 'x = templatefile("${path.module}/cost.json", { env = "prod" })\n');
    await place.create("cost", board("Cost of prod", "A"));
    await place.write("named", board("Named", "A"));
    await refresh();
    await eventuallyRows(place, ["cost in-sync", "named only-here", "plain only-here"]);

    // A hole matches what is there; what is around it does not.
    await run("mosaic.compare", place.uri("terraform/cost.json"));
    await eventually("the same text on both sides", async () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputTextDiff)) return false;
      const left = await vscode.workspace.openTextDocument(input.original);
      return left.getText() === template;
    });
    await write("terraform/cost.json", template.replace('"A"', '"B"'));
    await eventually("the changed template", async () => (await rows(place))?.includes("cost differs"));
    await run("mosaic.push", place.uri("terraform/cost.json"), ["is a template", undefined]);
    await run("mosaic.pull", place.uri("terraform/cost.json"), ["is a template", undefined]);

    const pushAll = async (expected: RegExp) => {
      await vscode.window.showTextDocument(place.uri("monitoring/plain.json"));
      const person = await new Person([[expected, undefined]]).sitDown();
      await vscode.commands.executeCommand("mosaic.pushAll");
      person.isDone();
    };
    await pushAll(/: named\.dashboard\.json$/);
    await run("mosaic.push", place.uri("monitoring/plain.json"), ["Create the dashboard plain", "Create"]);
    assert.ok(await place.get("plain"));
    // What was pushed once belongs to those that are pushed with all.
    await write("monitoring/plain.json", board("Plain", "B"));
    await pushAll(/: monitoring\/plain\.json, named\.dashboard\.json$/);

    // Found while the list is shown, and gone again.
    await write("late/board.json", board("Late", "A"));
    await eventually("the new file", async () => (await rows(place))?.includes("board only-here"));
    await vscode.workspace.fs.delete(place.uri("late/board.json"));
    await eventually("the deleted file", async () => !(await rows(place))?.includes("board only-here"));
    // As quickly as git does it: VS Code has no events of what is in new folders that early. The first files can still be
    // found by a search that the deleted file has brought about.
    for (const name of ["deep", "deeper", "deepest"]) {
      const file = place.uri(`branch/${name}/a/${name}.json`).fsPath;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(board(name, "A")));
      await eventually(`${name}.json`, async () => (await rows(place))?.includes(`${name} only-here`));
    }
    rmSync(place.uri("branch").fsPath, { recursive: true });
    await vscode.commands.executeCommand("mosaic.dashboards.refresh");

    // Typed and saved, a change of the configuration is noticed even where VS Code watches nothing.
    const config = await vscode.workspace.openTextDocument(place.uri(".mosaic/config.json"));
    const change = new vscode.WorkspaceEdit();
    change.insert(config.uri, new vscode.Position(0, 1), ' "discover": "globs",');
    await vscode.workspace.applyEdit(change);
    await vscode.commands.executeCommand("mosaic.dashboards.focus");
    await config.save();
    await eventuallyRows(place, ["cost only-there", "named only-here", "plain changed-here"]);
  },
);
