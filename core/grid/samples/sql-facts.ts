import { MAX_QUERY_LENGTH, MAX_SAMPLE_SERIES, type ReadFacts } from "./facts";

const MOST_COLUMNS = 12;

/** The facts of a query in SQL: what its columns are called is nearly all there is to know. */
export function sqlFacts(sql: string): ReadFacts {
  const columns = selectedColumns(sql);
  const values = columns.filter(({ counted }) => counted).map(({ name }) => name);
  const rest = columns.filter(({ counted }) => !counted).map(({ name }) => name);
  return {
    ...(values[0] === undefined ? {} : { name: values[0] }),
    unit: "",
    values: "count",
    labels: rest.slice(0, MOST_COLUMNS).map((key) => ({ key, of: "", values: [] })),
    series: Math.min(3, MAX_SAMPLE_SERIES),
    period: 0,
    measures: values.length > 0 ? values.slice(0, 4) : undefined,
  };
}

interface Selected {
  readonly name: string;
  /** It is a number: of an aggregate or numeric function, of a calculation, or cast to one. */
  readonly counted: boolean;
}

/** The columns of the outermost SELECT, as far as its list names them. */
function selectedColumns(sql: string): Selected[] {
  const text = blanked(sql.slice(0, MAX_QUERY_LENGTH));
  const start = outermostSelect(text);
  if (start < 0) return [];
  const items = topLevelItems(text, start);
  return items.slice(0, MOST_COLUMNS).flatMap((item): Selected[] => {
    const alias = /\bAS\s+`?([\w.-]+)`?\s*$/i.exec(item)?.[1];
    const name = alias ?? /(?:^|[.\s])`?([A-Za-z_]\w*)`?\s*$/.exec(item)?.[1];
    return name === undefined ? [] : [{ name, counted: isNumeric(item) }];
  });
}

const AGGREGATES = /\b(?:COUNT|COUNTIF|SUM|AVG|MIN|MAX|STDDEV\w*|VAR\w*|APPROX_\w+|PERCENTILE_\w+)\s*\(/i;
const NUMERIC =
  /^\s*(?:ROUND|ABS|CEIL|CEILING|FLOOR|TRUNC|MOD|DIV|POW|POWER|SQRT|LN|LOG|LOG10|EXP|SIGN|SAFE_DIVIDE|SAFE_MULTIPLY|IEEE_DIVIDE|LENGTH|CHAR_LENGTH|BYTE_LENGTH|ARRAY_LENGTH|UNIX_\w+|\w+_DIFF)\s*\(/i;
const CASTS =
  /^\s*(?:SAFE_)?CAST\s*\([\s\S]*\bAS\s+(?:U?INT\d*|INTEGER|BIGINT|FLOAT\d*|DOUBLE|(?:BIG)?NUMERIC|DECIMAL)\b/i;
/** A sign between two operands. Names with a hyphen are quoted, so a hyphen is a minus. */
const CALCULATION = /[\w)`\]]\s*[*/%+]\s*[\w(`@.-]|[\w)`\]]\s+-\s*[\w(`@.]|[\w)`\]]-\s*[\d(]/;

/** Whether an item of a SELECT list is a number, as far as its words tell. Text and time are made by functions too. */
function isNumeric(item: string): boolean {
  const expression = item.replace(/\s+AS\s+`?[\w.-]+`?\s*$/i, "");
  return (
    AGGREGATES.test(expression) ||
    NUMERIC.test(expression) ||
    CASTS.test(expression) ||
    (CALCULATION.test(outside(expression)) && !/\bINTERVAL\b/i.test(expression))
  );
}

/** What stands in no function's parentheses: what a function calculates inside says nothing about what it gives. */
function outside(expression: string): string {
  let text = expression;
  for (let last = ""; last !== text; ) {
    last = text;
    text = text.replace(/\b([A-Za-z_]\w*)\s*\([^()]*\)/g, "$1");
  }
  return text;
}

/** The same text with comments and strings blanked out, so that nothing in them is read as SQL. */
function blanked(sql: string): string {
  return sql.replace(/--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (part) =>
    " ".repeat(part.length),
  );
}

/** Where the list of the last SELECT outside of all parentheses starts; -1 without one. */
function outermostSelect(text: string): number {
  let depth = 0;
  let found = -1;
  for (const { 0: word, index } of text.matchAll(/[()]|\bSELECT\b(?:\s+(?:DISTINCT|ALL)\b)?/gi)) {
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0) found = index + word.length;
  }
  return found;
}

function topLevelItems(text: string, start: number): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = start;
  for (const { 0: sign, index } of text.slice(start).matchAll(/[(),]|\bFROM\b/gi)) {
    const at = start + index;
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    else if (depth === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
      if (sign !== ",") return items;
    }
  }
  items.push(text.slice(from));
  return items;
}
