import {
  BulkRegistration,
  type ClientCapabilities,
  type Connection,
  DocumentColorRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  SelectionRangeRequest,
  type ServerCapabilities,
} from "vscode-languageserver";

/** What an editor has of its own for JSON, and of which a second one would be a nuisance. */
export const OWN_FEATURES = {
  documentSymbolProvider: true,
  documentHighlightProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  colorProvider: true,
} satisfies ServerCapabilities;

const REQUESTS = [
  DocumentSymbolRequest,
  DocumentHighlightRequest,
  FoldingRangeRequest,
  SelectionRangeRequest,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentColorRequest,
];

/** Whether a client lets each of these be registered while it runs, which alone can name a language. */
export function takesOwnFeatures({ textDocument }: ClientCapabilities): boolean {
  return [
    textDocument?.documentSymbol,
    textDocument?.documentHighlight,
    textDocument?.foldingRange,
    textDocument?.selectionRange,
    textDocument?.formatting,
    textDocument?.rangeFormatting,
    textDocument?.colorProvider,
  ].every((feature) => feature?.dynamicRegistration === true);
}

/** Offers them for the documents of one language. */
export async function registerOwnFeatures(connection: Connection, language: string): Promise<void> {
  const options = { documentSelector: [{ language }] };
  const registrations = BulkRegistration.create();
  for (const { type } of REQUESTS) registrations.add(type, options);
  await connection.client.register(registrations);
}
