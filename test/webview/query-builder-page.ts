import { QueryBuilder } from "../../client/webview/picture/query-builder/builder";
import type { BuilderPort } from "../../client/webview/picture/query-builder/port";
import { Dashboard } from "../../core/dashboard";
import { applyEdits } from "../../core/edit/edit";
import { changeQuery } from "../../core/query-builder/write";
import { queryAnswer } from "./query-answers";

/** The query builder on a page of its own, with the core behind it instead of the language server. */
declare global {
  interface Window {
    mosaic: { text: string; said: string[]; build(text: string, pointer: string): void };
  }
}

function portOf(): BuilderPort {
  const dashboard = () => new Dashboard(window.mosaic.text);
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the core are those that the port promises.
  const ask = async (method: string, params: object): Promise<any> =>
    queryAnswer(dashboard(), `mosaic/${method}`, params as Record<string, unknown>);
  return {
    model: (pointer) => ask("queryModel", { pointer }),
    search: async (query, resource) => (await ask("searchMetrics", { query, resource })).metrics,
    values: (pointer, part, label) => ask("queryValues", { pointer, part, label }),
    help: (pointer, text, offset) => ask("queryText", { pointer, text, offset }),
    async change(pointer, seen, change) {
      const board = dashboard();
      const made = changeQuery(board, board.canonical.nodeOf(pointer), seen, change);
      if (!made.ok) return made;
      window.mosaic.text = applyEdits(board.text, made.edits);
      return { ok: true, also: made.also };
    },
    announce: (words) => window.mosaic.said.push(words),
  };
}

window.mosaic = {
  text: "",
  said: [],
  build(text, pointer) {
    window.mosaic.text = text;
    window.mosaic.said = [];
    document.querySelector("main > div")!.replaceChildren(new QueryBuilder(portOf(), pointer).root);
  },
};
