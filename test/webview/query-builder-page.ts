import { QueryBuilder } from "../../client/webview/picture/query-builder/builder";
import type { BuilderPort } from "../../client/webview/picture/query-builder/port";
import { shippedCatalog } from "../../core/catalog/catalog";
import { Dashboard } from "../../core/dashboard";
import { applyEdits } from "../../core/edit/edit";
import { searchMetrics } from "../../core/query-builder/metrics";
import { findQuery, readQuery } from "../../core/query-builder/read";
import { textHelp } from "../../core/query-builder/text-help";
import { labelValues } from "../../core/query-builder/values";
import { changeQuery } from "../../core/query-builder/write";

/** The query builder on a page of its own, with the core behind it instead of the language server. */
declare global {
  interface Window {
    mosaic: { text: string; said: string[]; build(text: string, pointer: string): void };
  }
}

function portOf(): BuilderPort {
  const dashboard = () => new Dashboard(window.mosaic.text);
  const at = (pointer: string) => {
    const board = dashboard();
    const query = findQuery(board, board.canonical.nodeOf(pointer));
    return query && { board, query };
  };
  return {
    async model(pointer) {
      const found = at(pointer);
      return found ? readQuery(found.board, found.query, found.board.findings) : null;
    },
    async search(query, resource) {
      return searchMetrics(shippedCatalog(), query, resource, 100).metrics;
    },
    async values(pointer, part, label) {
      const found = at(pointer);
      return found ? labelValues(found.board, found.query, part, label) : [];
    },
    async help(pointer, text, offset) {
      const board = dashboard();
      return textHelp(board, board.canonical.nodeOf(pointer), text, offset, {}) ?? null;
    },
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
