import type { Path } from "../document/node";

/** Scheme of the documents that hold one query of a dashboard. */
export const QUERY_SCHEME = "mosaic-query";

/** Which string of which dashboard a query document holds. */
export interface QueryAddress {
  /** URI of the file. */
  readonly dashboard: string;
  /** Which dashboard of the file; absent where the file is one dashboard. */
  readonly address?: string;
  /** Keys, as written, and indexes from the root to the string, when the document was opened. */
  readonly path: Path;
  /** Tells apart documents of strings that have had the same path at different times. */
  readonly number?: number;
}

/** The query component of a query document's URI, not encoded. */
export function formatAddress({ dashboard, address, path, number }: QueryAddress): string {
  const which = address !== undefined && { address };
  return JSON.stringify({ dashboard, ...which, path, ...(number && { number }) });
}

/** Reads the query component of a URI; undefined when it is not one of ours. */
export function parseAddress(query: string): QueryAddress | undefined {
  try {
    const { dashboard, address, path, number } = JSON.parse(query) as Record<string, unknown>;
    if (typeof dashboard !== "string" || !Array.isArray(path)) return undefined;
    if (!path.every((segment) => typeof segment === "string" || Number.isInteger(segment))) return undefined;
    return {
      dashboard,
      address: typeof address === "string" ? address : undefined,
      path: path as Path,
      number: typeof number === "number" ? number : undefined,
    };
  } catch {
    return undefined;
  }
}

/** The address in a whole URI as LSP carries it, its query component percent-encoded. */
export function addressOfUri(uri: string): QueryAddress | undefined {
  const start = uri.indexOf("?");
  if (!uri.startsWith(`${QUERY_SCHEME}:`) || start < 0) return undefined;
  try {
    return parseAddress(decodeURIComponent(uri.slice(start + 1).replace(/#.*$/, "")));
  } catch {
    return undefined;
  }
}
