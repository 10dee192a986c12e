import MarkdownIt from "markdown-it";
import { createElement, marked } from "../../shared/dom";
import { icon } from "../../shared/icons";

/** HTML in a text stays text, as in the console; addresses without brackets are found as well. */
const parser = new MarkdownIt("default", { html: false, linkify: true, typographer: false });
// Addresses without a scheme are mostly names of files and metrics.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof parser.parse>[number];

/** The elements that Markdown may become. Headings are no headings of the page: the tile's title is. */
const TAGS = new Set(
  "p ul ol li blockquote pre code em strong s hr br table thead tbody tr th td h1 h2 h3 h4 h5 h6 a".split(
    " ",
  ),
);
const MOST_TOKENS = 6000;

/**
 * Markdown as elements. Nothing is parsed as HTML: every element is made here by its name, every text goes in as text,
 * links go to the web and to mail only, and pictures are named instead of loaded.
 */
export function markdown(text: string): DocumentFragment {
  const root = document.createDocumentFragment();
  const stack: (DocumentFragment | HTMLElement)[] = [root];
  let left = MOST_TOKENS;
  const put = (node: Node) => stack.at(-1)!.append(node);
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (--left < 0) return;
      if (token.type === "inline") walk(token.children ?? []);
      else if (token.hidden) continue;
      else if (token.nesting === 1) {
        const opened = openElement(token);
        put(opened);
        stack.push(opened);
      } else if (token.nesting === -1) {
        if (stack.length > 1) stack.pop();
      } else put(leaf(token));
    }
  };
  walk(parser.parse(text, {}));
  return root;
}

function openElement(token: Token): HTMLElement {
  const { tag } = token;
  if (!TAGS.has(tag)) return createElement("span", "");
  if (/^h[1-6]$/.test(tag)) return createElement("p", `heading heading-${tag.slice(1)}`);
  if (tag === "a") return link(token);
  const opened = document.createElement(tag);
  const align = /^text-align:(left|center|right)$/.exec(attribute(token, "style"))?.[1];
  if (align) opened.className = `align-${align}`;
  const start = attribute(token, "start");
  if (tag === "ol" && /^\d{1,6}$/.test(start)) opened.setAttribute("start", start);
  return opened;
}

/** A link to the web or to mail; every other address becomes plain text. */
function link(token: Token): HTMLElement {
  const address = attribute(token, "href");
  if (!/^(?:https?:\/\/|mailto:)/i.test(address))
    return createElement("span", "dead-link", { title: address });
  return createElement("a", "", {
    href: address,
    title: address,
    rel: "noreferrer noopener",
    tabindex: "-1",
  });
}

function leaf(token: Token): Node {
  switch (token.type) {
    case "text": {
      const text = document.createDocumentFragment();
      text.append(...marked(token.content));
      return text;
    }
    case "code_inline":
      return createElement("code", "", {}, token.content);
    case "fence":
    case "code_block":
      return createElement("pre", "", {}, createElement("code", "", {}, token.content));
    case "softbreak":
      return document.createTextNode(" ");
    case "hardbreak":
      return createElement("br", "");
    case "hr":
      return createElement("hr", "");
    case "image":
      return picture(token);
    default:
      return document.createTextNode(token.content);
  }
}

/** Nothing is loaded: a picture is an icon with its description. */
function picture(token: Token): HTMLElement {
  const address = attribute(token, "src");
  const words = token.content || address.slice(0, 200);
  return createElement("span", "picture", { title: address.slice(0, 500) }, icon("treemap"), words);
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}
