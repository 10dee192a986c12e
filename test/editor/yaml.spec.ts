import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { extension, Person, run, testWith, widget } from "./deploy-support";
import { eventually, findings } from "./support";

const BOARD = `# Owned by the shop team
displayName: Shop
mosaicLayout:
  columns: 48
  tiles:
  # the first
  - width: 12
    height: 8
    widget:
      title: Load   # per minute
      text: {content: Text}
`;

testWith(
  "a YAML dashboard is checked, completed, shown, pushed, pulled with its comments, and converted",
  {},
  async (place) => {
    const uri = place.uri("shop.dashboard.yaml");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(BOARD.replace("title:", "titel:")));
    const editor = await vscode.window.showTextDocument(uri);
    const { document } = editor;
    assert.equal(document.languageId, "yaml");
    await eventually("the finding", () => findings(uri).some((line) => line.includes('"titel"')));

    const at = document.positionAt(document.getText().indexOf("titel"));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      new vscode.Range(at, at),
    );
    const fix = actions.find(({ title }) => title === 'Rename to "title"')!;
    assert.ok(await vscode.workspace.applyEdit(fix.edit!));
    assert.equal(document.getText(), BOARD);
    await eventually("no finding", () => findings(uri).length === 0);

    const inWidget = new vscode.Position(document.lineCount - 1, 0);
    await editor.edit((edit) => edit.insert(inWidget, "      \n"));
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      inWidget.translate(0, 6),
    );
    assert.ok(offered.items.some(({ label }) => label === "id"));
    await vscode.commands.executeCommand("undo");
    await document.save();

    await vscode.commands.executeCommand("mosaic.openPreviewToSide", uri);
    await eventually("the preview", () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label === "Preview: Shop"),
    );
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);

    await run("mosaic.push", uri, ["Create the dashboard shop in project shop", "Create"]);
    assert.equal(widget((await place.get("shop"))!, 0)["title"], "Load");
    await place.edit("shop", (value) => {
      widget(value, 0)["title"] = "Requests";
    });
    await run("mosaic.pull", uri);
    assert.equal(document.getText(), BOARD.replace("title: Load", "title: Requests"));

    const person = await new Person([
      ["without its 3 comments", "Convert Without Comments"],
      ["Both files now hold the same dashboard", undefined],
    ]).sitDown();
    await vscode.commands.executeCommand("mosaic.convertToJson", uri);
    const json = new TextDecoder().decode(
      await vscode.workspace.fs.readFile(place.uri("shop.dashboard.json")),
    );
    assert.equal(widget(JSON.parse(json), 0)["title"], "Requests");
    person.isDone();
  },
);

const TWO = `# Both teams
name: projects/shop/dashboards/orders
displayName: Orders
gridLayout:
  widgets:
  - {title: Sold, text: {content: Text}}
---
name: projects/shop/dashboards/returns
displayName: Returns   # as in the list
gridLayout:
  widgets:
  - {title: Lost, text: {content: Text}}
`;

testWith(
  "of a YAML file with several dashboards, the one at the cursor is pushed, compared and pulled",
  {},
  async (place) => {
    const uri = place.uri("both.dashboard.yaml");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(TWO));
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    const { document } = editor;
    const goTo = async (text: string) => {
      const shown = await vscode.window.showTextDocument(document, { preview: false });
      const at = document.positionAt(document.getText().indexOf(text));
      shown.selection = new vscode.Selection(at, at);
    };
    await goTo("Returns");
    await run("mosaic.push", uri, ["Create the dashboard returns in project shop", "Create"]);
    assert.equal(await place.get("orders"), undefined);
    await goTo("Orders");
    await run("mosaic.push", uri, ["Create the dashboard orders in project shop", "Create"]);
    for (const id of ["orders", "returns"])
      await place.edit(id, (value) => {
        value["displayName"] = `All ${id}`;
      });

    await goTo("Returns");
    await run("mosaic.compare", uri);
    const input = await eventually("a diff", () => {
      const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return shown instanceof vscode.TabInputTextDiff && shown;
    });
    const remote = TWO.replace("Returns ", "All returns ");
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), remote);
    await goTo("Returns");
    await run("mosaic.pull", uri);
    assert.equal(document.getText(), remote);
    await goTo("Orders");
    await run("mosaic.pull", uri);
    assert.equal(document.getText(), remote.replace("displayName: Orders", "displayName: All orders"));

    // The commands for many, and the view, see each of them.
    const both = ["both.dashboard.yaml#orders", "both.dashboard.yaml#returns"];
    const change = new vscode.WorkspaceEdit();
    const end = new vscode.Position(document.lineCount, 0);
    const whole = new vscode.Range(new vscode.Position(0, 0), end);
    change.replace(uri, whole, document.getText().replaceAll("All ", "Our "));
    await vscode.workspace.applyEdit(change);
    await vscode.commands.executeCommand("mosaic.dashboards.focus");
    await vscode.commands.executeCommand("mosaic.dashboards.refresh");
    const { store } = await (await extension()).dashboards();
    await eventually("two rows", () => {
      const target = store.targets.find(({ root }) => uri.path.startsWith(root.path));
      const rows = target?.entries.map(({ file, state }) => `${file?.path} ${state}`).sort();
      return rows?.join() === both.map((path) => `${path} changed-here`).join();
    });
    await goTo("Our orders");
    await run(
      "mosaic.pushAll",
      undefined,
      [/Push to project shop.*both\.dashboard\.yaml#orders, both\.dashboard\.yaml#returns$/, both],
      [/: 2 updated\./, undefined],
    );
    assert.equal((await place.get("returns"))!["displayName"], "Our returns");
    for (const id of ["orders", "returns"])
      await place.edit(id, (value) => {
        value["displayName"] = `Their ${id}`;
      });
    await run(
      "mosaic.pullAll",
      undefined,
      [/both\.dashboard\.yaml#orders, both\.dashboard\.yaml#returns$/, both],
      [/: 2 updated\./, undefined],
    );
    assert.equal(
      document.getText(),
      TWO.replace("displayName: Orders", "displayName: Their orders").replace("Returns ", "Their returns "),
    );
  },
);

testWith("YAML in the clipboard becomes a YAML dashboard", {}, async () => {
  await vscode.env.clipboard.writeText(`---\n${BOARD}etag: abc\n`);
  await run("mosaic.import", undefined);
  const document = await eventually("the new document", () => vscode.window.activeTextEditor?.document);
  assert.match(document.uri.path, /shop\.dashboard\.yaml$/);
  assert.equal(document.getText(), BOARD);
});
