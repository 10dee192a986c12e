import MarkdownIt from "markdown-it";

/** A part of a line that is set in one way. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
  readonly link?: boolean;
}

/** A block of a text, without anything inside of it but runs. */
export interface Block {
  readonly kind: "paragraph" | "heading" | "code" | "rule" | "row";
  /** 1 to 6. */
  readonly level?: number;
  /** How many lists and quotes are around it, one sign for each. */
  readonly around: readonly ("list" | "quote")[];
  /** What stands before the first line of an entry of a list. */
  readonly marker?: string;
  readonly runs: readonly Run[];
  /** Of a row of a table. */
  readonly cells?: readonly (readonly Run[])[];
}

/** As in the preview: HTML stays text, and only addresses with a scheme become links. */
const parser = new MarkdownIt("default", { html: false, linkify: true, typographer: false });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof parser.parse>[number];

const MOST_TOKENS = 6000;

/** The blocks of a Markdown text. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const around: ("list" | "quote")[] = [];
  const lists: { ordered: boolean; next: number }[] = [];
  let marker: string | undefined;
  let level: number | undefined;
  let cells: (readonly Run[])[] | undefined;
  const put = (block: Omit<Block, "around" | "marker">) => {
    blocks.push({ ...block, around: [...around], ...(marker === undefined ? {} : { marker }) });
    marker = undefined;
  };
  for (const token of parser.parse(text, {}).slice(0, MOST_TOKENS)) {
    switch (token.type) {
      case "bullet_list_open":
      case "ordered_list_open":
        lists.push({
          ordered: token.type === "ordered_list_open",
          next: Number(token.attrGet("start") ?? 1) || 1,
        });
        around.push("list");
        break;
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop();
        around.pop();
        break;
      case "list_item_open": {
        const list = lists.at(-1);
        marker = list?.ordered ? `${list.next++}.` : "•";
        break;
      }
      case "blockquote_open":
        around.push("quote");
        break;
      case "blockquote_close":
        around.pop();
        break;
      case "heading_open":
        level = Number(token.tag.slice(1)) || 1;
        break;
      case "heading_close":
        level = undefined;
        break;
      case "tr_open":
        cells = [];
        break;
      case "tr_close":
        put({ kind: "row", runs: [], cells: cells ?? [] });
        cells = undefined;
        break;
      case "inline": {
        const runs = runsOf(token.children ?? []);
        if (cells) cells.push(runs);
        else if (level !== undefined)
          put({ kind: "heading", level, runs: runs.map((run) => ({ ...run, bold: true })) });
        else put({ kind: "paragraph", runs });
        break;
      }
      case "fence":
      case "code_block":
        for (const row of token.content.replace(/\n$/, "").split("\n"))
          put({ kind: "code", runs: [{ text: row, code: true }] });
        break;
      case "hr":
        put({ kind: "rule", runs: [] });
        break;
      default:
    }
  }
  return blocks;
}

function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  const state = { bold: 0, italic: 0, link: 0 };
  const put = (text: string, more: Partial<Run> = {}) => {
    if (text === "") return;
    runs.push({
      text,
      ...(state.bold > 0 ? { bold: true } : {}),
      ...(state.italic > 0 ? { italic: true } : {}),
      ...(state.link > 0 ? { link: true } : {}),
      ...more,
    });
  };
  for (const token of tokens) {
    switch (token.type) {
      case "strong_open":
        state.bold++;
        break;
      case "strong_close":
        state.bold--;
        break;
      case "em_open":
        state.italic++;
        break;
      case "em_close":
        state.italic--;
        break;
      case "link_open":
        state.link++;
        break;
      case "link_close":
        state.link--;
        break;
      case "code_inline":
        put(token.content, { code: true });
        break;
      case "softbreak":
        put(" ");
        break;
      case "hardbreak":
        put("\n");
        break;
      case "image":
        put(`[${token.content || String(token.attrGet("src") ?? "").slice(0, 200)}]`);
        break;
      default:
        put(token.content);
    }
  }
  return runs;
}
