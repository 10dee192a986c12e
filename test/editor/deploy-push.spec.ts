import * as assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { board, Person, run, testWith, widget } from "./deploy-support";
import { eventually, findings } from "./support";

/** The texts of the diff in front, left and right. */
async function diffInFront(): Promise<[string, string]> {
  const input = await eventually("a diff", () => {
    const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return shown instanceof vscode.TabInputTextDiff && shown;
  });
  const texts = [input.original, input.modified].map(async (uri) =>
    (await vscode.workspace.openTextDocument(uri)).getText(),
  );
  return (await Promise.all(texts)) as [string, string];
}

testWith("a push creates what the service does not have, once", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create the dashboard cpu in project shop", "Create"]);
  assert.equal((await place.get("cpu"))?.["displayName"], "CPU");
  const state = await vscode.workspace.fs.readDirectory(place.uri(".mosaic/state/stage"));
  assert.deepEqual(
    state.map(([name]) => name),
    ["cpu.json"],
  );
  const again = await run("mosaic.push", uri);
  assert.deepEqual(again.heard, []);
});

testWith("a push over somebody's edit overwrites only what is typed", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "Load, by Ada";
  });
  await place.write("cpu", board("CPU", "Load, by Bob"));
  const conflict =
    /has been edited on the service since.*\n.*remote → local.*\n.*"Load, by Ada" → "Load, by Bob"/;

  await run("mosaic.push", uri, [conflict, "Show Differences"], ["has been edited", undefined]);
  const [left, right] = await diffInFront();
  assert.equal(left, right.replace("by Bob", "by Ada"));

  await run("mosaic.push", uri, [conflict, "Overwrite…"], ["type the dashboard id", "cpux"]);
  assert.equal(widget((await place.get("cpu"))!, 0)["title"], "Load, by Ada");

  await run(
    "mosaic.push",
    uri,
    [conflict, "Overwrite…"],
    ["type the dashboard id", "cpu"],
    [
      /^Update the dashboard cpu[\s\S]*1 tile changed:\n\n"Load, by Bob": title "Load, by Ada" → "Load, by Bob"/,
      "Push",
    ],
  );
  assert.equal(widget((await place.get("cpu"))!, 0)["title"], "Load, by Bob");
});

testWith("a dashboard that was never seen is looked at first, and can be pulled", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load, by Bob"));
  await place.create("cpu", board("CPU", "Load, by Ada"));
  const question = /already exists.*\n.*remote → local.*\n.*"Load, by Ada" → "Load, by Bob"/;
  const asked = await run("mosaic.push", uri, [question, undefined]);
  assert.deepEqual(asked.buttons, ["Show Differences", "Pull…", "Merge by Hand…", "Overwrite…"]);
  assert.equal(widget((await place.get("cpu"))!, 0)["title"], "Load, by Ada");
  await run(
    "mosaic.push",
    uri,
    [question, "Show Differences"],
    ["already exists", "Pull…"],
    ["The file has local edits", "Replace"],
  );
  assert.match(await place.read("cpu"), /by Ada/);
});

testWith("a dashboard that was never seen can be merged by hand", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load, by Bob"));
  await place.create("cpu", board("CPU", "Load, by Ada"));
  await run("mosaic.push", uri, ["already exists", "Merge by Hand…"], [/^Resolve 1 conflict/, undefined]);
  const document = await vscode.workspace.openTextDocument(uri);
  // With markers the merge editor starts from the base, which has neither side's title.
  await eventually("the result of the merge editor", () => !/by Bob|by Ada/.test(document.getText()));
});

testWith("a merge by hand that lost somebody's edit is not taken for resolved", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "Load, by Ada";
    value["labels"] = { team: "ada" };
  });
  await place.write("cpu", board("CPU", "Load, by Bob"));
  await run("mosaic.push", uri, ["Merge by hand:", "Merge by Hand…"], [/^Resolve 1 conflict/, undefined]);
  const document = await vscode.workspace.openTextDocument(uri);
  await eventually("the result of the merge editor", () => !/by Bob|<<<<<<</.test(document.getText()));
  // The file as it was: the label of the service, which nothing here clashes with, is gone.
  const change = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  change.replace(uri, whole, `${JSON.stringify(board("CPU", "Load, by Bob"), null, 2)}\n`);
  assert.ok(await vscode.workspace.applyEdit(change));
  await run("mosaic.markResolved", uri, [
    /are missing in the file.*\nEdited remotely:\nlabels added/,
    undefined,
  ]);
  await run("mosaic.push", uri, ["has been edited on the service since", undefined]);
  assert.equal(widget((await place.get("cpu"))!, 0)["title"], "Load, by Ada");
});

testWith("edits in different places are merged into the file and pushed", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load", "Memory"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 1)["title"] = "Memory, by Ada";
  });
  await place.write("cpu", board("CPU", "Load, by Bob", "Memory"));
  await run("mosaic.push", uri, ["do not overlap", "Merge"], ["Update", "Push"]);
  assert.equal(
    await place.read("cpu"),
    `${JSON.stringify(board("CPU", "Load, by Bob", "Memory, by Ada"), null, 2)}\n`,
  );
  const saved = (await place.get("cpu"))!;
  assert.deepEqual(
    [widget(saved, 0)["title"], widget(saved, 1)["title"]],
    ["Load, by Bob", "Memory, by Ada"],
  );
});

testWith("what was resolved by hand can be pushed without overwriting", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "Load, by Ada";
    value["labels"] = { team: "ada" };
  });
  await place.write("cpu", board("CPU", "Load, by Bob"));
  await run(
    "mosaic.push",
    uri,
    ["Merge by hand:", "Merge by Hand…"],
    [/^Resolve 1 conflict.*tile.*/, undefined],
  );
  const document = await vscode.workspace.openTextDocument(uri);
  await eventually("the result of the merge editor", () => !/by Bob|<<<<<<</.test(document.getText()));
  assert.equal((JSON.parse(document.getText()) as { labels: unknown }).labels !== undefined, true);
  const at = document.getText().indexOf('"title": "Load"') + '"title": "Load'.length;
  const change = new vscode.WorkspaceEdit();
  change.insert(uri, document.positionAt(at), ", by Ada and Bob");
  assert.ok(await vscode.workspace.applyEdit(change));
  await eventually("the saved file", async () => document.save());
  const other = await place.write("other", board("Other", "A"));
  await run("mosaic.markResolved", other, ["No conflict of this file", undefined]);
  await run(
    "mosaic.markResolved",
    uri,
    ["as resolved.", "Push"],
    [
      /Update.*\n1 tile changed:\n\n.*by Ada" → "Load, by Ada and Bob"\n\nIt is sent without signing in\.$/,
      "Push",
    ],
  );
  const saved = (await place.get("cpu"))!;
  assert.equal(widget(saved, 0)["title"], "Load, by Ada and Bob");
  assert.deepEqual(saved["labels"], { team: "ada" });
});

testWith("a merge is saved though the editor has not noticed what was last written", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load", "Memory"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 1)["title"] = "Memory, by Ada";
  });
  await place.write("cpu", board("CPU", "Load, by Bob", "Memory"));
  const person = new Person([
    ["do not overlap", "Merge"],
    ["Update", "Push"],
  ]);
  // While the question is open something writes the same text again, longer by a mark that no editor shows.
  const answer = person.message.bind(person);
  person.message = (severity, text, buttons) => {
    if (text.includes("do not overlap"))
      writeFileSync(uri.fsPath, `\ufeff${readFileSync(uri.fsPath, "utf8")}`);
    return answer(severity, text, buttons);
  };
  await person.sitDown();
  await vscode.commands.executeCommand("mosaic.push", uri);
  person.isDone();
  assert.equal((await vscode.workspace.openTextDocument(uri)).isDirty, false);
  assert.match(await place.read("cpu"), /Load, by Bob.*Memory, by Ada/s);
});

testWith("a protected profile wants its name typed", { profile: { protected: true } }, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create", "Create"], ["protected. Type its name", "stag"]);
  assert.equal(await place.get("cpu"), undefined);
  await run("mosaic.push", uri, ["Create", "Create"], ["protected. Type its name", "stage"]);
  assert.ok(await place.get("cpu"));
});

testWith(
  "a push can be stopped in the middle",
  { emulator: ["--fault", "latency=600000"] },
  async (place) => {
    const uri = await place.write("cpu", board("CPU", "Load"));
    const stops: string[] = [];
    const person = new Person([], (title, stop) => {
      stops.push(title);
      stop();
    });
    await person.sitDown();
    await vscode.commands.executeCommand("mosaic.push", uri);
    assert.equal(stops.length, 1);
    assert.match(stops[0]!, /^Pushing to project shop/);
    assert.deepEqual(person.heard, []);
    assert.ok(!place.calls.some((call) => call.startsWith("POST")), "it was created");
  },
);

testWith(
  "who is not signed in is told so, gives a token and goes on",
  { emulator: ["--token", "sesame"], profile: { credentials: "secret" } },
  async (place) => {
    const uri = await place.write("cpu", board("CPU", "Load"));
    await run(
      "mosaic.push",
      uri,
      [/Connect to 127/, "Allow"],
      [/No access token is stored for the profile "stage"/, "Set Access Token…"],
      ["Access token for the profile stage", "open"],
      // The first token is wrong, which only the service can know.
      [/./, "Set Access Token…"],
      ["Access token for the profile stage", "sesame"],
      ["Create the dashboard cpu", "Create"],
    );
    assert.ok(await place.get("cpu"));
    // Not for the next run of these tests.
    await vscode.window.showTextDocument(uri);
    await run("mosaic.setAccessToken", "stage", ["Access token", ""]);
  },
);

testWith("the service can overrule an error", { emulator: ["--newer", "brandNew"] }, async (place) => {
  const uri = await place.write("cpu", { ...board("CPU", "Load"), brandNew: true });
  const first = await run("mosaic.push", uri, ["1 error and was not pushed", undefined]);
  assert.deepEqual(first.buttons, ["Show Problems", "Ask the Service"]);
  assert.equal(await place.get("cpu"), undefined);
  await run(
    "mosaic.push",
    uri,
    ["1 error", "Ask the Service"],
    ["Create", "Create"],
    ["False alarm", undefined],
  );
  assert.ok(await place.get("cpu"));
});

testWith(
  "a refusal of the service stands at the line it is about",
  { emulator: ["--refuse", "mosaicLayout.tiles[*].widget.text=Not on Mondays."] },
  async (place) => {
    const uri = await place.write("cpu", board("CPU", "Load"));
    await run("mosaic.push", uri, ["Create", "Create"], ["The service rejected", undefined]);
    const document = await vscode.workspace.openTextDocument(uri);
    const line = document.positionAt(document.getText().indexOf('"text"')).line + 1;
    assert.ok(
      findings(uri).some((text) => text.startsWith(`error ${line}: `) && text.includes("Not on Mondays.")),
      findings(uri).join("\n"),
    );
  },
);

testWith("a pull changes only the lines that differ", {}, async (place) => {
  const byHand = `{
    "mosaicLayout": {"columns": 48, "tiles": [
        {"height": 8, "width": 12, "widget": {"title": "Load", "text": {"content": "About Load"}}},
        {"xPos": 12, "height": 8, "width": 12, "widget": {"title": "Memory", "text": {"content": "x"}}}
    ]},
    "displayName": "CPU"
}
`;
  const uri = await place.write("cpu", byHand);
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 1)["title"] = "Memory in use";
  });
  await run("mosaic.pull", uri);
  assert.equal(await place.read("cpu"), byHand.replace('"Memory"', '"Memory in use"'));
  const again = await run("mosaic.push", uri);
  assert.deepEqual(again.heard, [], "pushing right after has something to say");
});

testWith("a pull does not replace edits without a question", {}, async (place) => {
  const uri = await place.write("cpu", board("CPU", "Load"));
  await run("mosaic.push", uri, ["Create", "Create"]);
  await place.edit("cpu", (value) => {
    widget(value, 0)["title"] = "Load, by Ada";
  });
  await place.write("cpu", board("CPU", "Load, by Bob"));
  await run("mosaic.pull", uri, ["The file has local edits", undefined]);
  assert.match(await place.read("cpu"), /by Bob/);
  await run("mosaic.pull", uri, ["The file has local edits", "Replace"]);
  assert.match(await place.read("cpu"), /by Ada/);
});

testWith("comparing shows only real differences", {}, async (place) => {
  const text = '{"mosaicLayout": {"tiles": [], "columns": 12}, "displayName": "Mine"}\n';
  const uri = await place.write("cpu", text);
  await place.create("cpu", { displayName: "Theirs", mosaicLayout: { columns: 12 } });
  await run("mosaic.compare", uri);
  assert.deepEqual(await diffInFront(), [text.replace("Mine", "Theirs"), text]);
});

testWith("many are pushed at once, and the summary is true", {}, async (place) => {
  const one = await place.write("one", board("One", "A"));
  await run("mosaic.push", one, ["Create", "Create"]);
  const two = await place.write("two", board("Two", "A"));
  await place.create("three", board("Three", "B"));
  const three = await place.write("three", board("Three", "A"));
  const broken = await place.write("broken", { displayName: "Broken" });
  const uris = [one, two, three, broken];
  const person = await new Person([
    [/Push to project shop.*: two\.dashboard\.json$/, ["two.dashboard.json"]],
    ["Pushed to", "Show Details"],
    [/: broken.dashboard.json, three.dashboard.json, two/, undefined],
  ]).sitDown();
  await vscode.commands.executeCommand("mosaic.push", one, uris);
  person.isDone();
  assert.match(person.heard.join("\n"), /: 1 created, 1 unchanged, 1 failed, 1 with conflicts\./);
  assert.ok(await place.get("two"));
  assert.equal(widget((await place.get("three"))!, 0)["title"], "B");
});

testWith("files of two configurations are pushed to two places", {}, async (place) => {
  const one = await place.write("one", board("One", "A"));
  const config = new TextDecoder().decode(
    await vscode.workspace.fs.readFile(place.uri(".mosaic/config.json")),
  );
  await vscode.workspace.fs.writeFile(
    place.uri("team/.mosaic/config.json"),
    new TextEncoder().encode(config.replace('"shop"', '"team"')),
  );
  const two = await place.write("team/two", board("Two", "A"));
  const person = await new Person([
    [/Push to project shop.*: one\.dashboard\.json$/, ["one.dashboard.json"]],
    ["Pushed to project shop", undefined],
    [/Push to project team.*: two\.dashboard\.json$/, ["two.dashboard.json"]],
    ["Pushed to project team", undefined],
  ]).sitDown();
  await vscode.commands.executeCommand("mosaic.push", one, [one, two]);
  person.isDone();
  assert.ok(await place.get("one"));
  assert.equal(await place.get("two"), undefined);
});
