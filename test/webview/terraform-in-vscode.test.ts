import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/** Terraform code beside its picture, in a real VS Code in which another extension has the language. Needs a build. */
const root = path.resolve(import.meta.dirname, "../..");
const FILE = "main.tf";
const TEXT = `variable "service" {}

resource "google_monitoring_dashboard" "orders" {
  project = var.project

  dashboard_json = jsonencode({
    displayName = "Orders of \${var.service}"
    mosaicLayout = {
      columns = 12
      tiles = [
        # The first row
        { width = 6, height = 4, widget = { title = "Left", text = { content = "l" } } },
        {
          xPos   = 6
          yPos   = 0
          width  = 6
          height = 4
          widget = {
            title = "Right"
            text  = { content = "r", format = "RAW" }
          }
        },
        {
          yPos   = 4
          width  = 12
          height = 4
          widget = var.footer
        },
      ]
    }
  })
}

resource "google_monitoring_dashboard" "stock" {
  dashboard_json = <<-EOT
    {
      "displayName": "Stock",
      "gridLayout": { "widgets": [{ "title": "\${var.service}", "blank": {} }] }
    }
  EOT
}
`;

let workspace: string;
let workbench: Workbench;
let page: Page;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-terraform-"));
  await writeFile(path.join(workspace, FILE), TEXT);
  workbench = await openWorkbench({
    workspace,
    extensionPath: root,
    beside: [path.join(root, "test/webview/terraform-language")],
    settings: { "files.autoSave": "off", "editor.formatOnSave": false, "editor.minimap.enabled": false },
  });
  page = workbench.page;
  await workbench.openFile(FILE);
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

const tile = (view: Frame, title: string) =>
  view.locator(".tile", { has: view.locator(".tile-title", { hasText: title }) });

/** A busy window loses a key now and then, so it is pressed again, as a person would. */
async function saved(): Promise<string> {
  const dirty = page.locator(".tab.dirty");
  await dirty.first().waitFor();
  await page.locator(`.tab[data-resource-name="${FILE}"]`).click();
  for (let left = 4; left > 0 && (await dirty.count()) > 0; left--) {
    await page.keyboard.press("ControlOrMeta+S");
    await expect
      .poll(() => dirty.count(), { timeout: 4000 })
      .toBe(0)
      .catch(() => undefined);
  }
  return readFile(path.join(workspace, FILE), "utf8");
}

it("shows the dashboard at the cursor, and follows the cursor into another one", async () => {
  await workbench.goTo(36);
  await workbench.runCommand("Mosaic: Open Preview to the Side");
  await workbench.webview("Stock");
  await workbench.goTo(20, 20);
  const view = await workbench.webview("Orders of");
  await tile(view, "Right").waitFor();
  await tile(view, "var.footer").waitFor();
});

it("moves a tile as edits of single values", async () => {
  const view = await workbench.webview("Orders of");
  await view.locator(".edit-bar:not([hidden])").waitFor();
  await tile(view, "Right").locator(".tile-button").click();
  await page.keyboard.press("Alt+ArrowDown");
  await expect
    .poll(() => tile(view, "Right").locator(".tile-button").getAttribute("aria-label"), { timeout: 20_000 })
    .not.toContain("row 1, ");
  await workbench.screenshot(path.join(root, "build/screenshots/terraform.png"));
  const lines = TEXT.split("\n");
  const changed = (await saved()).split("\n").filter((line, i) => line !== lines[i]);
  // The tile, and the one below that makes room.
  expect(changed).toEqual(["          yPos   = 1", "          yPos   = 5"]);
});

it("refuses what is more than single values, and offers a file for it", async () => {
  const view = await workbench.webview("Orders of");
  await tile(view, "Left").locator(".tile-button").click();
  await page.keyboard.press("Delete");
  const offer = page.locator(".notifications-toasts .monaco-button", { hasText: "Extract to File…" });
  await offer.first().click();
  await workbench.waitForText("orders.dashboard.json");
  // The preview goes with the dashboard.
  await page.locator(".tab", { hasText: "Preview: Orders of ${service}" }).waitFor();
  await workbench.screenshot(path.join(root, "build/screenshots/terraform-extracted.png"));
});
