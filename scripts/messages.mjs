// Lists every text that a user can read: findings, fixes, rule pages, command output, errors, labels, settings.
// `node scripts/messages.mjs [FILE]` writes Markdown to FILE or standard output. The house test of forbidden words uses the same list.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as ast from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import "./generate.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PROJECTS = ["core", "api", "server", "cli", "emulator", "client", "client/webview"];

/**
 * @typedef {object} Message
 * @property {string} file relative to the repository
 * @property {number} line first line is 1
 * @property {string} use the member, function or constant that the text belongs to
 * @property {string} text with `{expression}` where a value is filled in
 * @property {string} source the literal as it is written, or the JSON path
 */

/** Tables, grammars and examples: names and queries, not sentences. */
const NOT_MESSAGES = [
  /\.test\.ts$/,
  /core\/schema\/generated\//,
  /promql\/signatures\.ts$/,
  /test\/support\/promql-expressions.ts$/,
];

/** Members and variables that hold queries, style classes, markup or protocol data, whatever they look like. */
const DATA =
  /^(bad|good|match|begin|className|class|classes|d|viewBox|transform|font|style|styles|filter|query|timeSeriesFilter|timeSeriesQueryLanguage|prometheusQuery|sql|when|path|type|value|values|selector|css|scope|accept|insertText|policy|Content-Security-Policy|User-Agent)$/;
const DATA_CALLS =
  /^(querySelector|querySelectorAll|closest|matches|setAttribute|getElementById|element|svg|RegExp|split|join|startsWith|endsWith|includes|replace|replaceAll|test|indexOf|getAttribute|execFile|spawn|classList|add|remove|toggle|getPropertyValue|literal|readTables)$/;

/** Helpers whose first two arguments are a tag and style classes. */
const ELEMENT_CALLS = /^(createElement|fileText)$/;

/** Every text of the sources and of package.json. @returns {Promise<Message[]>} */
export async function listMessages() {
  const messages = [...sourceMessages(), ...(await manifestMessages())];
  const order = (m) => PROJECTS.findIndex((room) => m.file.startsWith(`${room}/`));
  return messages.sort((a, b) => order(a) - order(b) || a.file.localeCompare(b.file) || a.line - b.line);
}

/** @returns {Message[]} */
function sourceMessages() {
  const api = new API({ cwd: root });
  try {
    const found = new Map();
    for (const room of PROJECTS) {
      const snapshot = api.updateSnapshot({ openProject: path.join(root, room, "tsconfig.json") });
      const project =
        snapshot.getProject(path.join(root, room, "tsconfig.json")) ?? snapshot.getProjects()[0];
      for (const name of project.rootFiles) {
        const file = path.relative(root, name).replaceAll("\\", "/");
        if (!file.endsWith(".ts") || file.startsWith("..") || NOT_MESSAGES.some((skip) => skip.test(file)))
          continue;
        if (!found.has(file)) found.set(file, messagesOf(project.program.getSourceFile(name), file));
      }
    }
    return [...found.values()].flat();
  } finally {
    api.close();
  }
}

/** @returns {Message[]} */
function messagesOf(source, file) {
  const messages = [];
  const text = source.text;
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const lineOf = (offset) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  const visit = (node) => {
    if (ast.isImportDeclaration(node) || ast.isExportDeclaration(node) || ast.isLiteralTypeNode(node)) return;
    if (isText(node)) {
      const shown = textOf(node, text);
      const use = useOf(node, text);
      if (isSentence(shown) && !isData(node, text)) {
        const start = node.getStart(source);
        messages.push({ file, line: lineOf(start), use, text: shown, source: text.slice(start, node.end) });
      }
      // What is filled in may hold texts of its own.
      for (const span of node.templateSpans ?? []) visit(span.expression);
      return;
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return messages;
}

function isText(node) {
  return (
    ast.isStringLiteral(node) ||
    ast.isNoSubstitutionTemplateLiteral(node) ||
    (ast.isTemplateExpression(node) && !ast.isTaggedTemplateExpression(node.parent))
  );
}

/** The text as a reader sees it, with the expressions in braces. */
function textOf(node, source) {
  if (!ast.isTemplateExpression(node)) return node.text;
  const spans = node.templateSpans.map(
    (span) =>
      `{${source.slice(span.expression.pos, span.expression.end).trim().replace(/\s+/g, " ")}}${span.literal.text}`,
  );
  return node.head.text + spans.join("");
}

/** Several words, at least one of them of letters: not an identifier, a selector, an option or a path. */
function isSentence(text) {
  const plain = text.replace(/\{[^{}]*\}/g, "x");
  if (!/[A-Za-z]{2}/.test(plain)) return false;
  if (/^[\s.#>[\]():,*-]*[\w-]*([.#>[\]=]+[\w-]+)+$/.test(plain)) return false;
  if (/^[a-z-]+:[^ ]/.test(plain) && !plain.includes(" ")) return false;
  if (/[{};]\s*$/.test(plain) && /[:{]/.test(plain) && !/[.!?]/.test(plain)) return false;
  const words = plain
    .split(/\s+/)
    .filter((word) => /^["'(`“]?[A-Za-z][a-z'-]*[)"'`”]?[.,:;!?…]*$/.test(word));
  return words.length >= 2 || /^[A-Z][a-z]+[.!?…]?$/.test(plain.trim());
}

/** The nearest member, variable or function that a text is given to. */
function useOf(node, source) {
  for (let n = node, up = node.parent; up; n = up, up = up.parent) {
    if (ast.isPropertyAssignment(up) && up.initializer === n)
      return source
        .slice(up.name.pos, up.name.end)
        .trim()
        .replace(/^["']|["']$/g, "");
    if (ast.isCallExpression(up) && up.expression !== n) return calleeOf(up, source);
    if (ast.isNewExpression(up) && up.expression !== n)
      return source.slice(up.expression.pos, up.expression.end).trim();
    if (ast.isVariableDeclaration(up)) return source.slice(up.name.pos, up.name.end).trim();
    if (ast.isFunctionDeclaration(up) || ast.isMethodDeclaration(up))
      return up.name ? source.slice(up.name.pos, up.name.end).trim() : "";
  }
  return "";
}

function calleeOf(call, source) {
  return source.slice(call.expression.pos, call.expression.end).trim().split(".").at(-1).replace(/\s+/g, "");
}

/** A query, a selector, a class: text for a program. */
function isData(node, source) {
  for (let n = node, up = node.parent; up; n = up, up = up.parent) {
    if (ast.isPropertyAssignment(up) && up.initializer === n) {
      return DATA.test(
        source
          .slice(up.name.pos, up.name.end)
          .trim()
          .replace(/^["']|["']$/g, ""),
      );
    }
    if (ast.isCallExpression(up) && up.expression !== n) {
      const callee = calleeOf(up, source);
      return ELEMENT_CALLS.test(callee) ? up.arguments.indexOf(n) < 2 : DATA_CALLS.test(callee);
    }
    if (ast.isBinaryExpression(up) && ast.isPropertyAccessExpression(up.left)) {
      return DATA.test(up.left.name.text);
    }
    if (ast.isCaseClause(up) || ast.isArrowFunction(up) || ast.isReturnStatement(up)) return false;
    if (ast.isBinaryExpression(up) && /^[=!]==?$/.test(source.slice(up.left.end, up.right.pos).trim()))
      return true;
  }
  return false;
}

/** Titles and descriptions of package.json. @returns {Promise<Message[]>} */
async function manifestMessages() {
  const text = await readFile(path.join(root, "package.json"), "utf8");
  const messages = [];
  const walk = (value, at) => {
    if (typeof value === "string") {
      const use = at.at(-1);
      const isShown =
        /^(title|description|markdownDescription|displayName|label|contents|deprecationMessage|name)$/.test(
          use,
        ) || /escriptions$/.test(at.at(-2) ?? "");
      const line = text.slice(0, Math.max(0, text.indexOf(JSON.stringify(value)))).split("\n").length;
      if (isShown && / |^[A-Z]/.test(value))
        messages.push({
          file: "package.json",
          line,
          use: at.slice(-2).join("."),
          text: value,
          source: JSON.stringify(value),
        });
    } else if (value && typeof value === "object") {
      for (const [key, child] of Object.entries(value)) walk(child, [...at, key]);
    }
  };
  const { contributes, description, capabilities } = JSON.parse(text);
  walk({ description, capabilities, contributes }, []);
  return messages;
}

/** A text in a cell of a Markdown table. */
export const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", "⏎").replaceAll("<", "&lt;");

/** The list as Markdown, a table for each file. */
export function asMarkdown(messages) {
  const lines = [
    "# Messages",
    "",
    "<!-- Made by scripts/messages.mjs. -->",
    "",
    `Every text that a user can read: ${messages.length}. \`{…}\` is filled in.`,
  ];
  let file;
  for (const message of messages) {
    if (message.file !== file) {
      file = message.file;
      lines.push("", `## ${file}`, "", "| Line | Where | Text |", "|---|---|---|");
    }
    lines.push(`| ${message.line} | ${cell(message.use)} | ${cell(message.text)} |`);
  }
  return `${lines.join("\n")}\n`;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  const messages = await listMessages();
  const target = process.argv[2];
  if (target) {
    await writeFile(target, asMarkdown(messages));
    console.log(`${messages.length} messages, written to ${target}.`);
  } else process.stdout.write(asMarkdown(messages));
}
