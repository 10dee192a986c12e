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

/** Features that editors already have for JSON, so that a second provider would show everything twice. */
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

/** Whether the client supports dynamic registration of all of these. Only that can restrict a feature to a language. */
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

/** Registers them for one language. */
export async function registerOwnFeatures(connection: Connection, language: string): Promise<void> {
  const options = { documentSelector: [{ language }] };
  const registrations = BulkRegistration.create();
  for (const { type } of REQUESTS) registrations.add(type, options);
  await connection.client.register(registrations);
}
