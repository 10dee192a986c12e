/** One mistake put into a sound filter: what people slip on, with what must be said about it. */
export interface Break {
  readonly name: string;
  /** The broken filter and where the break is; undefined where the filter has nothing to break this way. */
  apply(filter: string): { readonly text: string; readonly at: number } | undefined;
  /** Severity and code of the one finding. */
  readonly found: string;
  /** Whether the first fix offered makes the filter sound again. */
  readonly fixed: boolean;
}

const syntax = "error filter-syntax";
const doubtful = "warning filter-doubtful-syntax";
const object = "error filter-unknown-object";

/** Replaces the last match; the break is at its beginning, or where `mark` stands in what replaces it. */
function last(pattern: RegExp, replace: (...groups: string[]) => string, mark?: RegExp): Break["apply"] {
  return (filter) => {
    const match = [...filter.matchAll(new RegExp(pattern, "g"))].at(-1);
    if (!match) return undefined;
    const piece = replace(...match);
    const text = filter.slice(0, match.index) + piece + filter.slice(match.index + match[0].length);
    return text === filter ? undefined : { text, at: match.index + (mark ? piece.search(mark) : 0) };
  };
}

const ends =
  (more: string): Break["apply"] =>
  (filter) => ({ text: filter + more, at: filter.length });

/** Takes one letter out of the middle of a name. */
const shorter = (name: string): string => name.slice(0, -3) + name.slice(-2);

const breaks: readonly (readonly [name: string, found: string, fixed: boolean, apply: Break["apply"]])[] = [
  ["no quote at the end", syntax, true, last(/"$/, () => "")],
  ["no quote at the beginning", syntax, true, last(/="(?=[\w.-]+")/, () => "=")],
  ["single quotes", doubtful, true, last(/="([\w./-]*)"/, (_, text) => `='${text}'`)],
  ["curly quotes", syntax, true, last(/="([\w./-]*)"/, (_, text) => `=“${text}”`)],
  [
    "no quotes",
    "warning filter-unquoted-value",
    true,
    last(/="((?!true|false)[a-z][\w./-]*)"/, (_, text) => `=${text}`),
  ],
  [
    "quotes escaped twice",
    syntax,
    true,
    (filter) => ({ text: filter.replaceAll('"', '\\"'), at: filter.indexOf('"') }),
  ],
  ["=~", syntax, true, last(/(?<=labels?\.[\w"]+)="/, () => '=~"')],
  ["==", syntax, true, last(/(?<![!<>])="/, () => '=="')],
  ["no operator", syntax, true, last(/(?<![!<>])="/, () => '"')],
  ["no closing parenthesis", syntax, true, last(/\)(?=[^)]*$)/, () => "")],
  ["a parenthesis too many", syntax, true, ends(")")],
  ["a parenthesis that opens", syntax, true, (filter) => ({ text: `(${filter}`, at: 0 })],
  ["and", doubtful, true, last(/\bAND\b/, () => "and")],
  ["&&", syntax, true, last(/\bAND\b/, () => "&&")],
  ["a comma between clauses", syntax, true, last(/" (?=\w)/, () => '", ')],
  ["AND at the end", syntax, true, ends(" AND")],
  ["a semicolon", syntax, true, ends(";")],
  ["metric.typ", object, true, last(/metric\.type/, () => "metric.typ")],
  ["resource.tpye", object, true, last(/resource\.type/, () => "resource.tpye")],
  [
    "no labels",
    object,
    true,
    last(/\b(metric|resource)\.labels?\.(?=[\w"]+\s*[!=])/, (_, owner) => `${owner}.`),
  ],
  ["lables", object, true, last(/\b(metric|resource)\.labels?\./, (_, owner) => `${owner}.lables.`)],
  [
    "a misspelt resource type",
    "warning filter-unknown-resource",
    true,
    last(/(resource\.type\s*=\s*)"(\w{9,})"/, (_, head, type) => `${head}"${shorter(type!)}"`, /"/),
  ],
  [
    "two metrics",
    "error filter-repeated",
    true,
    last(/metric\.type\s*=\s*"[^"]*"/, (all) => `${all} ${all}`, /(?<=" )m/),
  ],
  [
    "regex_match(",
    "error filter-unknown-function",
    true,
    last(/monitoring\.regex\.full_match\(/, () => "regex_match("),
  ],
  ["no (", syntax, true, last(/monitoring\.regex\.full_match\(/, () => "monitoring.regex.full_match")],
  ["a variable without its end", syntax, true, last(/\$\{(\w+)\}/, (_, name) => `\${${name}`)],
  ["$name", syntax, true, last(/(?<=^|\s)\$\{(\w+)\}/, (_, name) => `$${name}`)],
  ["a field of log entries", object, false, ends(' jsonPayload.user="a"')],
];

export const filterBreaks: readonly Break[] = breaks.map(([name, found, fixed, apply]) => ({
  name,
  found,
  fixed,
  apply,
}));
