import type {
  CancellationToken,
  CodeAction,
  ColorInformation,
  CompletionList,
  Connection,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  SelectionRange,
  SignatureHelp,
  TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Dashboard } from "../core/dashboard";
import { codeActions } from "../core/features/changing/code-actions";
import { formatText } from "../core/features/changing/format";
import { resolveRefactoring } from "../core/features/changing/refactorings";
import { ruleActions } from "../core/features/changing/rule-actions";
import { complete } from "../core/features/completion";
import { signatureHelp } from "../core/features/completion/signature";
import { colorPresentations, documentColors } from "../core/features/reading/colors";
import { foldingRanges } from "../core/features/reading/folding";
import { hoverAt } from "../core/features/reading/hover";
import { inlayHints } from "../core/features/reading/inlay-hints";
import { documentLinks } from "../core/features/reading/links";
import { selectionRange } from "../core/features/reading/selection";
import { documentSymbols } from "../core/features/reading/symbols";
import { semanticTokens } from "../core/features/reading/tokens";
import type { Configs } from "./configs";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { SeenNames } from "./seen-names";
import type { Settings } from "./settings";

/** What the language features need from the server around them. */
export interface FeatureContext {
  readonly models: Models;
  readonly configs: Configs;
  readonly guard: RequestGuard;
  readonly settings: Settings;
  /** Resource names in other dashboards. */
  readonly names: SeenNames;
  snippets(): boolean;
  /** Whether the client asks for the edits of an action only when it is chosen. */
  resolvesEdits(): boolean;
  /** Commands of the client that actions may name. */
  commands(): readonly string[];
}

/** The features of LSP itself: each is a function of core on one document, answered in the envelope. */
export function registerFeatures(connection: Connection, context: FeatureContext): void {
  /** Runs `work` on an open document; a document that is not open and a failure give `nothing`. */
  function on<Result>(
    method: string,
    { uri }: { uri: string },
    token: CancellationToken,
    nothing: Result,
    work: (dashboard: Dashboard, document: TextDocument) => Result,
  ): Result {
    return context.guard.run(method, nothing, token, () => {
      const model = context.models.of(uri);
      return model ? work(model.dashboard, model.document) : nothing;
    });
  }

  connection.onCompletion(({ textDocument, position }, token) =>
    on<CompletionList>(
      "textDocument/completion",
      textDocument,
      token,
      { items: [], isIncomplete: false },
      (dashboard, document) => {
        const { items, incomplete } = complete(dashboard, document.offsetAt(position), {
          snippets: context.snippets(),
          get elsewhere() {
            return context.names.elsewhere(textDocument.uri);
          },
        });
        return { items, isIncomplete: incomplete };
      },
    ),
  );
  connection.onCodeAction(({ textDocument, range, context: { diagnostics, only } }, token) =>
    context.guard.runAsync<CodeAction[]>("textDocument/codeAction", [], token, async () => {
      const config = await context.configs.of(textDocument.uri);
      await context.models.prepare(textDocument.uri);
      const settings = await context.configs.settingsOf(textDocument.uri);
      const model = context.models.of(textDocument.uri);
      if (!model) return [];
      const { uri } = textDocument;
      return [
        ...codeActions(model.dashboard, uri, range, diagnostics, only, {
          lazy: context.resolvesEdits(),
          commands: context.commands(),
          settings,
        }),
        ...ruleActions(uri, diagnostics, config, only),
      ];
    }),
  );
  connection.onCodeActionResolve((action, token) =>
    on<CodeAction>("codeAction/resolve", action.data ?? {}, token, action, (dashboard) =>
      resolveRefactoring(dashboard, action),
    ),
  );
  connection.onHover(({ textDocument, position }, token) =>
    on<Hover | null>(
      "textDocument/hover",
      textDocument,
      token,
      null,
      (dashboard, document) => hoverAt(dashboard, document.offsetAt(position)) ?? null,
    ),
  );
  connection.onSignatureHelp(({ textDocument, position }, token) =>
    on<SignatureHelp | null>(
      "textDocument/signatureHelp",
      textDocument,
      token,
      null,
      (dashboard, document) => signatureHelp(dashboard, document.offsetAt(position)) ?? null,
    ),
  );
  connection.onDocumentSymbol(({ textDocument }, token) =>
    on<DocumentSymbol[]>("textDocument/documentSymbol", textDocument, token, [], documentSymbols),
  );
  connection.onFoldingRanges(({ textDocument }, token) =>
    on<FoldingRange[]>("textDocument/foldingRange", textDocument, token, [], foldingRanges),
  );
  connection.onSelectionRanges(({ textDocument, positions }, token) =>
    on<SelectionRange[] | null>(
      "textDocument/selectionRange",
      textDocument,
      token,
      null,
      (dashboard, document) =>
        positions.map((position) => selectionRange(dashboard, document.offsetAt(position))),
    ),
  );
  connection.onDocumentFormatting(({ textDocument, options }, token) =>
    on<TextEdit[] | null>("textDocument/formatting", textDocument, token, null, (dashboard) =>
      formatText(dashboard, options),
    ),
  );
  connection.onDocumentRangeFormatting(({ textDocument, options, range }, token) =>
    on<TextEdit[] | null>("textDocument/rangeFormatting", textDocument, token, null, (dashboard) =>
      formatText(dashboard, options, range),
    ),
  );
  connection.onDocumentColor(({ textDocument }, token) =>
    on<ColorInformation[]>("textDocument/documentColor", textDocument, token, [], documentColors),
  );
  connection.onColorPresentation(({ color, range }) => colorPresentations(color, range));
  connection.onDocumentLinks(({ textDocument }, token) =>
    on<DocumentLink[]>("textDocument/documentLink", textDocument, token, [], documentLinks),
  );
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    on<InlayHint[]>("textDocument/inlayHint", textDocument, token, [], (dashboard) =>
      inlayHints(dashboard, range, context.settings.inlayHints),
    ),
  );
  connection.languages.semanticTokens.on(({ textDocument }, token) =>
    on("textDocument/semanticTokens/full", textDocument, token, { data: [] }, semanticTokens),
  );
}
