import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { nodeAt } from "../../document/node";
import { type CompletionOptions, type Completions, complete } from ".";
import { completeInYaml } from "./in-yaml";

const NOTHING: Completions = { items: [], incomplete: false };

/**
 * What can be written at an offset of a dashboard, as it is written there: in Terraform code keys have no quotes, and
 * `${` is escaped. No completions inside holes.
 */
export function completeInForm(
  dashboard: Dashboard,
  offset: number,
  options: CompletionOptions,
): Completions {
  const { form, root, holes = [] } = dashboard.document;
  if (!form) return complete(dashboard, offset, options);
  if (form.yaml) return completeInYaml(dashboard, offset, options);
  const isFilledIn = holes.some((hole) => offset > hole.offset && offset < hole.offset + hole.length);
  if (isFilledIn) return NOTHING;
  const node = nodeAt(root, offset);
  const inString = node?.kind === "string" && offset > node.offset && offset < node.offset + node.length;
  // Tab stops have the form of Terraform's expressions.
  const found = complete(dashboard, offset, { ...options, snippets: false });
  return {
    ...found,
    items: found.items.map((item) => (form.isJson || inString ? escaped(item) : asMember(item))),
  };
}

function escaped(item: CompletionItem): CompletionItem {
  return changed(item, escape);
}

/** An item that was made for a member of JSON, as a line of Terraform's object. */
function asMember(item: CompletionItem): CompletionItem {
  const made = changed(item, (text) =>
    escape(
      text.replace(/^(\s*,?\s*)"([A-Za-z_]\w*)"(?:\s*:\s*|$)/, (all, before: string, key: string) =>
        all.includes(":") ? `${before}${key} = ` : `${before}${key}`,
      ),
    ),
  );
  return item.filterText === undefined ? made : { ...made, filterText: item.filterText.replaceAll('"', "") };
}

function escape(text: string): string {
  return text.replace(/(?<!\$)\$\{/g, "$$$${").replace(/(?<!%)%\{/g, "%%{");
}

function changed(item: CompletionItem, change: (text: string) => string): CompletionItem {
  const { textEdit, insertText } = item;
  return {
    ...item,
    ...(textEdit && { textEdit: { ...textEdit, newText: change(textEdit.newText) } as TextEdit }),
    ...(insertText !== undefined && { insertText: change(insertText) }),
  };
}
