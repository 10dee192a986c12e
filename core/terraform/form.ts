import { everyNode, type Node, type Property, type Span } from "../document/node";
import type { Form, JsonDocument, Replacement } from "../document/reader";
import { LESS } from "./cursor";
import { expressionLiteral, jsonLiteral } from "./literals";
import { newMembers } from "./members";

/** Finds a dashboard again in a later version of its file. */
type Read = (text: string) => JsonDocument | undefined;

/** JSON between the markers of a heredoc: edits for JSON fit, except that `${` would be an expression of Terraform's. */
export function heredocForm(read: Read): Form {
  return {
    isJson: true,
    read,
    write(document, edits) {
      const nodes = tokens(document);
      const written = edits.map((edit) => {
        const token = nodes.at(edit);
        return token && !keepsHoles(document, edit) ? undefined : escaped(document, edit);
      });
      return checked(document, written, read);
    },
    literal: (_document, _node, pieces) => jsonLiteral(pieces),
  };
}

/** An object of Terraform's own: edits fit as far as each of them changes one key, number or string. */
export function expressionForm(read: Read): Form {
  return {
    isJson: false,
    read,
    write(document, edits) {
      const nodes = tokens(document);
      const written = edits.map((edit) => {
        const token = nodes.at(edit);
        if (!token || !keepsHoles(document, edit)) return undefined;
        const text = inToken(document.text, edit, token);
        return text === undefined ? undefined : escaped(document, { ...edit, text });
      });
      return checked(document, written, read);
    },
    insert(document, object, after, members) {
      const edit = newMembers(document.text, object, after, members);
      return edit && escaped(document, edit);
    },
    literal: ({ text }, node, pieces) => expressionLiteral(text, node, pieces),
  };
}

/** A key or a value that is no list and no object. */
interface TokenAt extends Span {
  readonly node?: Node;
  readonly key?: Property;
}

/** The tokens of a dashboard, found by the edit that lies in one. */
function tokens({ root }: JsonDocument): { at(edit: Span): TokenAt | undefined } {
  let all: TokenAt[] | undefined;
  const collect = (): TokenAt[] => {
    const found: TokenAt[] = [];
    for (const node of everyNode(root)) {
      if (node.kind === "object") {
        for (const key of node.properties) found.push({ offset: key.keyOffset, length: key.keyLength, key });
      } else if (node.kind !== "array") found.push({ offset: node.offset, length: node.length, node });
    }
    return found;
  };
  return {
    at: ({ offset, length }) =>
      (all ??= collect()).find(
        (token) => token.offset <= offset && offset + length <= token.offset + token.length,
      ),
  };
}

const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;
const IDENTIFIER = /^"([A-Za-z_][\w-]*)"$/;

/** The text of an edit, which was written for JSON, as it stands in one of Terraform's tokens. */
function inToken(source: string, edit: Replacement, token: TokenAt): string | undefined {
  const isWhole = edit.offset === token.offset && edit.length === token.length;
  const { text } = edit;
  if (token.key) {
    if (isWhole && /^[A-Za-z_][\w-]*$/.test(text)) return text;
    if (!isWhole || !/^"(?:[^"\\]|\\.)*"$/.test(text)) return undefined;
    const bare = source[token.offset] !== '"' && IDENTIFIER.exec(text);
    return bare ? bare[1] : text;
  }
  if (isWhole) return SCALAR.test(text) ? text : undefined;
  const isHeredoc = source.charCodeAt(token.offset) === LESS;
  if (token.node?.kind !== "string") return SCALAR.test(text) ? text : undefined;
  if (!isHeredoc) {
    const isInside = edit.offset > token.offset && edit.offset + edit.length < token.offset + token.length;
    return isInside ? text : undefined;
  }
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** Whether an edit leaves what Terraform fills in as it is. */
function keepsHoles({ holes = [], text }: JsonDocument, edit: Replacement): boolean {
  const end = edit.offset + edit.length;
  return holes.every(({ kind, offset, length }) => {
    const isOutside = offset >= end || offset + length <= edit.offset;
    return isOutside || kind === "escape" || edit.text.includes(text.slice(offset, offset + length));
  });
}

/** `${` that is no expression of the file stands for itself. */
function escaped({ holes = [], text }: JsonDocument, edit: Replacement): Replacement {
  if (!/[$%]\{/.test(edit.text)) return edit;
  const known = holes.map(({ offset, length }) => text.slice(offset, offset + length));
  const written = edit.text.replace(/(.?)([$%])\{/gs, (all, before: string, mark: string, at: number) => {
    const rest = edit.text.slice(at + before.length);
    if (before === mark || known.some((hole) => rest.startsWith(hole))) return all;
    return `${before}${mark}${mark}{`;
  });
  return { ...edit, text: written };
}

/** Edits that leave the file as readable as it was. */
function checked(
  document: JsonDocument,
  edits: readonly (Replacement | undefined)[],
  read: Read,
): readonly Replacement[] | undefined {
  const all: Replacement[] = [];
  for (const edit of edits) {
    if (!edit) return undefined;
    all.push(edit);
  }
  let text = "";
  let copied = 0;
  for (const edit of [...all].sort((a, b) => a.offset - b.offset)) {
    text += document.text.slice(copied, edit.offset) + edit.text;
    copied = edit.offset + edit.length;
  }
  const after = read(text + document.text.slice(copied));
  const isSound = after?.root && after.problems.length <= document.problems.length;
  return isSound ? all : undefined;
}
