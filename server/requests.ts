import type { CancellationToken, Connection } from "vscode-languageserver";
import { lspEdits } from "../core/features/code-actions";
import { applyGesture } from "../core/features/gestures";
import { rangeOfTile, tileAtOffset } from "../core/features/picture";
import { rangeOf } from "../core/features/ranges";
import type { Finding } from "../core/finding";
import { readGesture } from "../core/grid/moves/gesture";
import { queryAt } from "../core/query/place";
import { ruleEntries } from "../core/rules/catalogue";
import { rulePage } from "../core/rules/page";
import type { Catalogues } from "./catalogues";
import type { Configs } from "./configs";
import type { Envelope } from "./envelope";
import type { Model, Models } from "./models";
import {
  type CatalogueParams,
  type CatalogueResult,
  type EditParams,
  type EditResult,
  type FindingsParams,
  type FindingsResult,
  type PictureParams,
  type PictureResult,
  type QueryAtParams,
  type QueryAtResult,
  Requests,
  type RevealParams,
  type RevealResult,
  type RuleParams,
  type RuleResult,
  type TileAtParams,
  type TileAtResult,
} from "./protocol";

/** Mosaic's own requests; see protocol.ts. */
export function registerRequests(
  connection: Connection,
  {
    models,
    catalogues,
    configs,
    envelope,
    judgeAgain,
  }: {
    models: Models;
    catalogues: Catalogues;
    configs: Configs;
    envelope: Envelope;
    /** Called when what was said about open dashboards may no longer hold. */
    judgeAgain(): void;
  },
): void {
  function on<Params extends { readonly uri: string }, Result>(
    method: string,
    work: (model: Model, params: Params, findings: readonly Finding[]) => Result | null,
  ): void {
    const handler = (params: Params, token: CancellationToken): unknown =>
      envelope.runAsync<Result | null>(method, null, token, async () => {
        await models.prepare(params.uri);
        const settings = await configs.settingsOf(params.uri);
        const model = models.of(params.uri);
        return model ? work(model, params, model.dashboard.findingsUnder(settings)) : null;
      });
    connection.onRequest(method, handler);
  }

  on<PictureParams, PictureResult>(Requests.picture, ({ dashboard, pictures, past }, { known }, findings) => {
    const { document, canonical, catalogue } = dashboard;
    const answer = pictures.answer(document, canonical, findings, known, catalogue);
    if (!answer.stale) past.remember(answer.version, dashboard);
    return answer;
  });
  on<EditParams, EditResult>(Requests.edit, ({ dashboard, document, past }, params) => {
    const gesture = readGesture(params.gesture);
    if (!gesture) return { reason: "Unknown edit gesture." };
    const rebased = past.rebase(gesture, params.known, dashboard);
    if (!rebased.ok) return { reason: rebased.reason };
    const result = applyGesture(dashboard, rebased.gesture);
    if (!result.ok) return { reason: result.reason };
    const { version } = document;
    return { version, edits: lspEdits(dashboard, result.edits), select: result.select };
  });
  on<RevealParams, RevealResult>(Requests.reveal, ({ dashboard }, { tile }) => {
    const span = rangeOfTile(dashboard.canonical, tile);
    return span ? rangeOf(dashboard, span) : null;
  });
  on<TileAtParams, TileAtResult>(
    Requests.tileAt,
    ({ dashboard, document }, { position }) =>
      tileAtOffset(dashboard.canonical, dashboard.document, document.offsetAt(position)) ?? null,
  );
  on<QueryAtParams, QueryAtResult>(Requests.queryAt, ({ dashboard, document }, { position }) => {
    const found = queryAt(dashboard, document.offsetAt(position));
    if (!found) return null;
    const { path, kind, title } = found;
    const { language, name, extension } = kind;
    return { path, language, languageName: name, extension, ...(title && { title }) };
  });
  connection.onRequest(Requests.findings, ({ uri, unopened }: FindingsParams, token: CancellationToken) =>
    envelope.runAsync<FindingsResult>(Requests.findings, null, token, async () => {
      await models.prepare(uri);
      const settings = await configs.settingsOf(uri);
      const model = models.of(uri);
      const found = model
        ? { version: model.document.version, dashboard: model.dashboard }
        : unopened && { version: unopened.version, dashboard: await models.unopened(uri, unopened.text) };
      if (!found) return null;
      const { version, dashboard } = found;
      return {
        version,
        ...(dashboard.template?.certain && { filledBy: dashboard.template.by }),
        findings: dashboard.findingsUnder(settings).map(({ code, severity, message, ...span }) => ({
          code,
          severity,
          message,
          range: rangeOf(dashboard, span),
        })),
      };
    }),
  );

  connection.onRequest(Requests.catalogue, ({ folder, overlay }: CatalogueParams, token: CancellationToken) =>
    envelope.run<CatalogueResult>(Requests.catalogue, null, token, () => {
      if (catalogues.set(folder, overlay)) judgeAgain();
      return null;
    }),
  );

  connection.onRequest(Requests.rule, ({ id }: RuleParams, token: CancellationToken) =>
    envelope.run<RuleResult>(Requests.rule, null, token, () => {
      const rule = ruleEntries().find((entry) => entry.id === id);
      return rule ? rulePage(rule) : null;
    }),
  );
}
