import type { Connection } from "vscode-languageserver";
import { FOREIGN_FOLDERS, isIgnoredByGit } from "../core/discover/walk";
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
import type { FoundFile, Runtime, Wants } from "./runtime";

/**
 * A runtime that reads files through the client where the server cannot: other schemes than `file`, or all files in a web
 * worker.
 *
 * @param mayAsk whether the client supports these requests
 */
export function withClientFiles(own: Runtime, connection: Connection, mayAsk: () => boolean): Runtime {
  const isOurs = (uri: string) => own.canRead?.(uri) === true || !mayAsk();
  const ask = <Params, Result>(method: string, params: Params, otherwise: Result): Promise<Result> =>
    connection.sendRequest<Result>(method, params).catch(() => otherwise);

  async function readText(uri: string): Promise<string | undefined> {
    if (isOurs(uri)) return own.readText(uri);
    return (await ask<ReadTextParams, ReadTextResult>(ClientRequests.readText, { uri }, null)) ?? undefined;
  }

  async function listFiles(folder: string, wants: Wants, limit: number): Promise<readonly FoundFile[]> {
    if (isOurs(folder)) return (await own.listFiles?.(folder, wants, limit)) ?? [];
    const params: FindFilesParams = { folder, exclude: [...FOREIGN_FOLDERS] };
    const found = await ask<FindFilesParams, FindFilesResult>(ClientRequests.findFiles, params, []);
    const ignores = new Map<string, Promise<string | undefined>>();
    const read = (path: string) => {
      let text = ignores.get(path);
      if (!text)
        ignores.set(path, (text = readText(folder + path.split("/").map(encodeURIComponent).join("/"))));
      return text;
    };
    const uris: string[] = [];
    for (const uri of found) {
      if (uris.length >= limit) break;
      const path = uri.startsWith(folder) ? decodedUri(uri.slice(folder.length)) : undefined;
      if (path === undefined || !wants(path, false)) continue;
      if (wants(path, true) || !(await isIgnoredByGit(path, read))) uris.push(uri);
    }
    const stamps = await ask<StampsParams, StampsResult>(ClientRequests.stamps, { uris }, []);
    return uris.flatMap((uri, i) => (stamps[i] == null ? [] : [{ uri, stamp: stamps[i] }]));
  }

  return {
    readText,
    async readTextIf(uri, test) {
      if (own.readTextIf && isOurs(uri)) return own.readTextIf(uri, test);
      return readText(uri);
    },
    async listFolder(folder) {
      return (isOurs(folder) && (await own.listFolder?.(folder))) || [];
    },
    get listFiles() {
      return own.listFiles || mayAsk() ? listFiles : undefined;
    },
  };
}
