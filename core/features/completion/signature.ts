import type { SignatureHelp } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { StringMap } from "../../document/string-map";
import type { LanguageSignature } from "../../languages/language";
import { languageOf } from "../../languages/registry";
import { cursorContextAt, insideQuotes } from "../context";

/** The function of a query language whose arguments the offset is in. */
export function signatureHelp(dashboard: Dashboard, offset: number): SignatureHelp | undefined {
  const place = cursorContextAt(dashboard.document, offset);
  const node = place.at === "value" ? place.value : undefined;
  if (node?.kind !== "string" || !insideQuotes(dashboard.text, node, offset)) return undefined;
  const language = languageOf(dashboard.canonical.fieldOf(node)?.language);
  const found = language?.signature?.(node.value, new StringMap(dashboard.text, node).toDecoded(offset));
  if (!found) return undefined;
  return signatureOf(found);
}

/** A signature of an embedded language as LSP has it. */
export function signatureOf({ label, parameters, active, documentation }: LanguageSignature): SignatureHelp {
  return {
    signatures: [
      {
        label,
        parameters: parameters.map((parameter) => ({ label: parameter })),
        documentation: documentation ? { kind: "markdown" as const, value: documentation } : undefined,
      },
    ],
    activeSignature: 0,
    activeParameter: active,
  };
}
