import type { Connection } from "vscode-languageserver";
import { decodedUri } from "../core/uri";
import {
  ClientRequests,
  type FindFilesParams,
  type FindFilesResult,
  type ReadTextParams,
  type ReadTextResult,
  type StampsParams,
  type StampsResult,
} from "./protocol";
import { FOREIGN_FOLDERS, type FoundFile, type Runtime } from "./runtime";

/**
 * A runtime that asks the client about files that the server cannot see itself: those of other schemes than `file`, or,
 * in a web worker, all.
 *
 * @param mayAsk whether the client has said that it answers
 */
export function withClientFiles(own: Runtime, connection: Connection, mayAsk: () => boolean): Runtime {
  const isOurs = (uri: string) => own.sees?.(uri) === true || !mayAsk();
  const ask = <Params, Result>(method: string, params: Params, otherwise: Result): Promise<Result> =>
    connection.sendRequest<Result>(method, params).catch(() => otherwise);

  async function listFiles(
    folder: string,
    wants: (path: string) => boolean,
    limit: number,
  ): Promise<readonly FoundFile[]> {
    if (isOurs(folder)) return (await own.listFiles?.(folder, wants, limit)) ?? [];
    const params: FindFilesParams = { folder, exclude: [...FOREIGN_FOLDERS] };
    const found = await ask<FindFilesParams, FindFilesResult>(ClientRequests.findFiles, params, []);
    const wanted = found.filter(
      (uri) => uri.startsWith(folder) && wants(decodedUri(uri.slice(folder.length))),
    );
    const uris = wanted.slice(0, limit);
    const stamps = await ask<StampsParams, StampsResult>(ClientRequests.stamps, { uris }, []);
    return uris.flatMap((uri, i) => (stamps[i] == null ? [] : [{ uri, stamp: stamps[i] }]));
  }

  return {
    async readText(uri) {
      if (isOurs(uri)) return own.readText(uri);
      return (await ask<ReadTextParams, ReadTextResult>(ClientRequests.readText, { uri }, null)) ?? undefined;
    },
    get listFiles() {
      return own.listFiles || mayAsk() ? listFiles : undefined;
    },
  };
}
