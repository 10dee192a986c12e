import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type ColorInformation,
  type CompletionList,
  type CompletionParams,
  type Connection,
  type Diagnostic,
  type DocumentFormattingParams,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type HoverParams,
  type InlayHint,
  type Position,
  type Range,
  type SelectionRange,
  type SemanticTokens,
  type SemanticTokensParams,
  type SignatureHelp,
  type SignatureHelpParams,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { RuleSettings } from "../core/config/config";
import type { Dashboard } from "../core/dashboard";
import { codeActions } from "../core/features/changing/code-actions";
import { formatText } from "../core/features/changing/format";
import { resolveRefactoring } from "../core/features/changing/refactorings";
import { ruleActions } from "../core/features/changing/rule-actions";
import { completeInForm } from "../core/features/completion/in-form";
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
import type { OpenQuery, QueryDocuments } from "./query-documents";
import {
  completeQuery,
  formatQuery,
  queryActions,
  queryHover,
  querySignature,
  queryTokens,
} from "./query-features";
import type { RequestGuard } from "./request-guard";
import type { SeenNames } from "./seen-names";
import type { Settings } from "./settings";

/** What the language features need from the server. */
export interface FeatureContext {
  readonly models: Models;
  readonly configs: Configs;
  readonly guard: RequestGuard;
  readonly settings: Settings;
  /** Query tabs. Requests that they do not support have no result. */
  readonly queries: QueryDocuments;
  /** Resource names in other dashboards. */
  readonly names: SeenNames;
  snippets(): boolean;
  /** Whether the client resolves the edits of a code action lazily. */
  resolvesEdits(): boolean;
  /** Whether the client shows actions that cannot be made, with the reason. */
  showsRefused(): boolean;
  /** Commands of the client that actions may name. */
  commands(): readonly string[];
}

/** What a request is about: a document, or a position in it. */
interface AboutDocument {
  readonly textDocument: { readonly uri: string };
  readonly position?: Position;
}

/** Terraform code gets fixes but no refactorings, because nearly all of them write JSON. */
function quickFixes(
  dashboard: Dashboard,
  uri: string,
  range: Range,
  diagnostics: readonly Diagnostic[],
  only: readonly string[] | undefined,
  settings: RuleSettings,
): CodeAction[] {
  const { QuickFix } = CodeActionKind;
  if (only && !only.some((kind) => kind === "" || kind === QuickFix)) return [];
  return codeActions(dashboard, uri, range, diagnostics, [QuickFix], { settings });
}

/** Registers the features of LSP: each is a function of core on one document, run in the guard. */
export function registerFeatures(connection: Connection, context: FeatureContext): void {
  /** Runs `work` on an open document; returns `nothing` if it is not open or `work` fails. */
  function on<Result>(
    method: string,
    { uri }: { uri: string },
    token: CancellationToken,
    nothing: Result,
    work: (dashboard: Dashboard, document: TextDocument) => Result,
    position?: Position,
  ): Result {
    return context.guard.run(method, nothing, token, () => {
      const model = position ? context.models.at(uri, position) : context.models.whole(uri)[0];
      return model ? work(model.dashboard, model.document) : nothing;
    });
  }

  /** Runs `work` on each dashboard of an open document. */
  function onEach<Item>(
    method: string,
    { uri }: { uri: string },
    token: CancellationToken,
    work: (dashboard: Dashboard) => readonly Item[],
  ): Item[] {
    return context.guard.run<Item[]>(method, [], token, () =>
      context.models.whole(uri).flatMap(({ dashboard }) => work(dashboard)),
    );
  }

  /** Runs `work` on an open document that is JSON; what it does is the business of other tools elsewhere. */
  function onJson<Result>(
    method: string,
    textDocument: { uri: string },
    token: CancellationToken,
    nothing: Result,
    work: (dashboard: Dashboard) => Result,
  ): Result {
    return on(method, textDocument, token, nothing, (dashboard) =>
      dashboard.document.form ? nothing : work(dashboard),
    );
  }

  /** A handler that calls `ofDashboard` for an open dashboard and `ofQuery` for a query tab. */
  function onEither<Params extends AboutDocument, Result>(
    method: string,
    nothing: Result,
    ofDashboard: (dashboard: Dashboard, document: TextDocument, params: Params) => Result,
    ofQuery: (query: OpenQuery, params: Params) => Result,
  ) {
    return context.queries.handler(
      method,
      nothing,
      (params: Params, token) =>
        on(
          method,
          params.textDocument,
          token,
          nothing,
          (dashboard, document) => ofDashboard(dashboard, document, params),
          params.position,
        ),
      ofQuery,
    );
  }

  connection.onCompletion(
    onEither<CompletionParams, CompletionList>(
      "textDocument/completion",
      { items: [], isIncomplete: false },
      (dashboard, document, { textDocument, position }) => {
        const offset = document.offsetAt(position);
        const { items, incomplete } = completeInForm(dashboard, offset, {
          snippets: context.snippets(),
          get elsewhere() {
            return context.names.elsewhere(textDocument.uri);
          },
        });
        return { items, isIncomplete: incomplete };
      },
      (query, { position }) => completeQuery(query, position, context.snippets()),
    ),
  );
  connection.onCodeAction(
    context.queries.handler(
      "textDocument/codeAction",
      [],
      (
        { textDocument: { uri }, range, context: { diagnostics, only, triggerKind } }: CodeActionParams,
        token,
      ) =>
        context.guard.runAsync<CodeAction[]>("textDocument/codeAction", [], token, async () => {
          const config = await context.configs.of(uri);
          await context.models.prepare(uri);
          const settings = await context.configs.settingsOf(uri);
          const model = context.models.at(uri, range.start);
          if (!model) return [];
          const { form } = model.dashboard.document;
          if (form && !form.yaml) return quickFixes(model.dashboard, uri, range, diagnostics, only, settings);
          return [
            ...codeActions(model.dashboard, uri, range, diagnostics, only, {
              lazy: context.resolvesEdits(),
              commands: context.commands(),
              showsRefused: context.showsRefused(),
              automatic: triggerKind === CodeActionTriggerKind.Automatic,
              settings,
            }),
            ...ruleActions(uri, diagnostics, config, only),
          ];
        }),
      async (query, params) =>
        queryActions(query, await context.configs.settingsOf(query.address.dashboard), params),
    ),
  );
  connection.onCodeActionResolve((action, token) =>
    on<CodeAction>(
      "codeAction/resolve",
      action.data ?? {},
      token,
      action,
      (dashboard) => resolveRefactoring(dashboard, action),
      action.data?.range?.start,
    ),
  );
  connection.onHover(
    onEither<HoverParams, Hover | null>(
      "textDocument/hover",
      null,
      (dashboard, document, { position }) => hoverAt(dashboard, document.offsetAt(position)) ?? null,
      (query, { position }) => queryHover(query, position),
    ),
  );
  connection.onSignatureHelp(
    onEither<SignatureHelpParams, SignatureHelp | null>(
      "textDocument/signatureHelp",
      null,
      (dashboard, document, { position }) => signatureHelp(dashboard, document.offsetAt(position)) ?? null,
      (query, { position }) => querySignature(query, position),
    ),
  );
  connection.onDocumentSymbol(({ textDocument }, token) =>
    onEach<DocumentSymbol>("textDocument/documentSymbol", textDocument, token, documentSymbols),
  );
  connection.onFoldingRanges(({ textDocument }, token) =>
    onJson<FoldingRange[]>("textDocument/foldingRange", textDocument, token, [], foldingRanges),
  );
  connection.onSelectionRanges(({ textDocument, positions }, token) =>
    on<SelectionRange[] | null>("textDocument/selectionRange", textDocument, token, null, (_, document) =>
      positions.map((position) => {
        const { dashboard } =
          context.models.at(textDocument.uri, position) ?? context.models.whole(textDocument.uri)[0]!;
        return selectionRange(dashboard, document.offsetAt(position));
      }),
    ),
  );
  connection.onDocumentFormatting(
    onEither<DocumentFormattingParams, TextEdit[] | null>(
      "textDocument/formatting",
      null,
      (dashboard, _document, { options }) =>
        dashboard.document.form ? null : formatText(dashboard, options),
      formatQuery,
    ),
  );
  connection.onDocumentRangeFormatting(({ textDocument, options, range }, token) =>
    onJson<TextEdit[] | null>("textDocument/rangeFormatting", textDocument, token, null, (dashboard) =>
      formatText(dashboard, options, range),
    ),
  );
  connection.onDocumentColor(({ textDocument }, token) =>
    onEach<ColorInformation>("textDocument/documentColor", textDocument, token, documentColors),
  );
  connection.onColorPresentation(({ color, range }) => colorPresentations(color, range));
  connection.onDocumentLinks(({ textDocument }, token) =>
    onEach<DocumentLink>("textDocument/documentLink", textDocument, token, documentLinks),
  );
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    onEach<InlayHint>("textDocument/inlayHint", textDocument, token, (dashboard) =>
      inlayHints(dashboard, range, context.settings.inlayHints),
    ),
  );
  connection.languages.semanticTokens.on(
    onEither<SemanticTokensParams, SemanticTokens>(
      "textDocument/semanticTokens/full",
      { data: [] },
      (_, __, { textDocument: { uri } }) =>
        semanticTokens(...context.models.whole(uri).map(({ dashboard }) => dashboard)),
      queryTokens,
    ),
  );
}
