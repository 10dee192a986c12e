import type { CancellationToken, Connection } from "vscode-languageserver";
import type { Dashboard } from "../core/dashboard";
import { pictureOf } from "../core/features/reading/picture";
import { compareDashboards } from "../core/grid/compare/compare";
import { isListOf, isObject, isString, objectWith, optional } from "../core/shape";
import { DocumentVersion } from "../core/sync/version";
import type { Models } from "./models";
import { type ComparisonParams, type ComparisonResult, Requests } from "./protocol";
import type { RequestGuard } from "./request-guard";

const isVersion = objectWith({ uri: isString, text: isString, address: optional(isString) });

/** `mosaic/comparison`: versions of a dashboard as pictures, and what differs. The texts need not be open. */
export function registerComparison(connection: Connection, models: Models, guard: RequestGuard): void {
  const handler = (params: ComparisonParams, token: CancellationToken): unknown =>
    guard.runAsync<ComparisonResult>(Requests.comparison, null, token, async () => {
      if (!isObject(params) || !isListOf(params.versions, isVersion)) return null;
      const { versions } = params;
      if (versions.length < 2 || versions.length > 3) return null;
      const found: Dashboard[] = [];
      for (const [index, { uri, text, address }] of versions.entries()) {
        const [one] = await models.unopened(uri, text, address);
        if (one?.document.root?.kind !== "object") return { unreadable: index };
        found.push(one);
      }
      const [base, ...others] = found.map(({ document }) => new DocumentVersion(document));
      return {
        pictures: found.map(({ document, canonical, catalog }) =>
          pictureOf(document, canonical, [], 0, catalog),
        ),
        comparisons: others.map((other) => compareDashboards(base, other)),
      };
    });
  connection.onRequest(Requests.comparison, handler);
}
