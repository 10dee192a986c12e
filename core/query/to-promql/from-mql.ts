import type { Catalog } from "../../catalog/catalog";
import type { PlainToken } from "../../languages/kit/lexer";
import { mqlTokens, namesOf } from "../../languages/mql/lexer";
import { secondsOf } from "../../schema/duration";
import type { RangeOf } from "./from-filter";
import { printPipeline } from "./print";
import { type LabelRef, labelName, type Matcher, NotExact, type Series, seriesOf } from "./series";

const ALIGNERS: Readonly<Record<string, string>> = {
  rate: "ALIGN_RATE",
  delta: "ALIGN_DELTA",
  next_older: "ALIGN_NEXT_OLDER",
};
const OVER_PERIOD: Readonly<Record<string, string>> = {
  mean: "ALIGN_MEAN",
  max: "ALIGN_MAX",
  min: "ALIGN_MIN",
  sum: "ALIGN_SUM",
  count: "ALIGN_COUNT",
};
/** `aggregate` adds numbers up. */
const REDUCERS: Readonly<Record<string, string>> = {
  aggregate: "REDUCE_SUM",
  sum: "REDUCE_SUM",
  mean: "REDUCE_MEAN",
  max: "REDUCE_MAX",
  min: "REDUCE_MIN",
  count: "REDUCE_COUNT",
};

/**
 * A query of MQL in PromQL: one metric, comparisons, an alignment with `every`, and at most one `group_by`.
 *
 * @throws NotExact for everything else
 */
export function promqlOfMql(text: string, catalog: Catalog, rangeOf: RangeOf): string {
  const tokens = mqlTokens(text).filter(({ kind }) => kind !== "comment");
  const names = namesOf(text);
  const [resource, ...others] = names.filter(({ kind }) => kind === "resource");
  const [metric, ...more] = names.filter(({ kind }) => kind === "metric");
  if (!resource || !metric || others.length > 0 || more.length > 0 || tokens.some(({ text: t }) => t === ";"))
    throw new NotExact("the query does not read exactly one metric");
  const series = seriesOf(metric.name, resource.name, catalog);
  const reading = new Reading(series);
  for (const stage of stagesOf(tokens)) reading.read(stage);
  return printPipeline({ series, ...reading.result(rangeOf) });
}

/** The tokens between the pipes that stand in no bracket. */
function stagesOf(tokens: readonly PlainToken[]): PlainToken[][] {
  const stages: PlainToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    if (token.text === "|" && depth === 0) stages.push([]);
    else stages.at(-1)!.push(token);
  }
  return stages;
}

/** What the stages of a query have said so far. */
class Reading {
  private readonly matchers: (Matcher | string)[] = [];
  private aligner: string | undefined;
  private seconds = 0;
  private every = false;
  private reducer = "REDUCE_NONE";
  private by: LabelRef[] = [];

  constructor(private readonly series: Series) {}

  result(rangeOf: RangeOf) {
    const { matchers, aligner, seconds, reducer, by } = this;
    if (!aligner || !this.every) throw new NotExact('the query has no alignment with "every"');
    return { matchers, aligner, reducer, by, range: rangeOf(seconds) };
  }

  read(stage: readonly PlainToken[]): void {
    const [first, ...rest] = stage;
    if (!first) throw new NotExact("the query has an empty operation");
    const isEarly = this.aligner === undefined;
    const isReduced = this.reducer !== "REDUCE_NONE";
    if (first.text === "fetch" || first.text === "metric") return;
    if (first.kind === "variable" && rest.length === 0 && isEarly) this.matchers.push(first.text);
    else if (first.text === "filter" && isEarly) this.filter(rest);
    else if (first.text === "align" && isEarly) this.align(rest);
    else if (first.text === "every" && !isEarly && !this.every) this.checkPeriod(rest);
    else if (first.text === "group_by" && isEarly && rest[0]?.kind === "number") this.alignBy(rest);
    else if (first.text === "group_by" && !isEarly && !isReduced) this.reduce(rest);
    else throw new NotExact(`"${first.text}" has no counterpart here`);
  }

  private align([name, open, period, close, ...rest]: readonly PlainToken[]): void {
    const aligner = ALIGNERS[name?.text ?? ""];
    if (!aligner || open?.text !== "(" || close?.text !== ")" || rest.length > 0)
      throw new NotExact(`the alignment "${name?.text ?? ""}" has no counterpart`);
    this.aligner = aligner;
    this.seconds = periodOf(period);
  }

  /** `1m, [name: mean(value.x)]` */
  private alignBy([period, comma, ...rest]: readonly PlainToken[]): void {
    const name = comma?.text === "," ? functionOf(rest) : undefined;
    const aligner = OVER_PERIOD[name ?? ""];
    if (!aligner) throw new NotExact(`the alignment "${name ?? "group_by"}" has no counterpart`);
    this.aligner = aligner;
    this.seconds = periodOf(period);
  }

  private checkPeriod([period, ...rest]: readonly PlainToken[]): void {
    if (rest.length > 0 || periodOf(period) !== this.seconds)
      throw new NotExact('"every" differs from the period of the alignment');
    this.every = true;
  }

  /** `[resource.zone, metric.x], .sum` or `[…], [name: sum(value.x)]` */
  private reduce(tokens: readonly PlainToken[]): void {
    const end = tokens.findIndex(({ text }) => text === "]");
    if (tokens[0]?.text !== "[" || end < 0 || tokens[end + 1]?.text !== ",")
      throw new NotExact('this form of "group_by" has no counterpart');
    const name = functionOf(tokens.slice(end + 2));
    const reducer = REDUCERS[name ?? ""];
    if (!reducer) throw new NotExact(`"${name ?? "group_by"}" has no counterpart`);
    this.by = splitAt(tokens.slice(1, end), ",").map((label) => this.labelOf(label));
    this.reducer = reducer;
  }

  private filter(tokens: readonly PlainToken[]): void {
    if (tokens.some(({ text }) => text === "||" || text === "!"))
      throw new NotExact("OR and NOT have no counterpart");
    for (const part of splitAt(withoutParentheses(tokens), "&&")) {
      const at = part.findIndex(({ text }) => /^(?:==?|!=|=~|!~)$/.test(text));
      const [value, ...rest] = part.slice(at + 1);
      if (at < 0 || !value || value.kind !== "string" || rest.length > 0 || !/^["']/.test(value.text))
        throw new NotExact("a comparison has no counterpart");
      // How MQL reads escapes is not certain.
      if (value.text.includes("\\")) throw new NotExact("a string has escapes");
      const sign = part[at]!.text;
      this.matchers.push({
        label: labelName(this.series, this.labelOf(part.slice(0, at))),
        operator: sign === "==" ? "=" : (sign as Matcher["operator"]),
        value: value.text.slice(1, -1),
      });
    }
  }

  private labelOf(tokens: readonly PlainToken[]): LabelRef {
    const path = tokens.map(({ text }) => text).join("");
    const named = /^(resource|metric|metadata\.(?:system|user)(?:_labels)?)\.(\w+)$/.exec(path);
    if (named) {
      const [, owner = "", key = ""] = named;
      if (owner === "resource" || owner === "metric") return { of: owner, key };
      return { of: owner.includes("system") ? "metadata.system_labels" : "metadata.user_labels", key };
    }
    const { metric, resourceType, catalog } = this.series;
    const ofMetric = metric.labels.includes(path);
    const ofResource = catalog.resource(resourceType ?? "")?.labels.includes(path) ?? false;
    if (ofMetric === ofResource) throw new NotExact(`"${path}" is not one label`);
    return { of: ofMetric ? "metric" : "resource", key: path };
  }
}

/** Comparisons in parentheses of their own, or all in one pair, without them. */
function withoutParentheses(tokens: readonly PlainToken[]): PlainToken[] {
  return tokens.filter(({ text }) => text !== "(" && text !== ")");
}

/** `sum` of `.sum`, `.sum()`, `[name: sum(value.x)]` or `sum(val())`. */
function functionOf(tokens: readonly PlainToken[]): string | undefined {
  const text = tokens.map((token) => token.text).join("");
  const short = /^\.(\w+)(?:\(\))?$/.exec(text)?.[1];
  return short ?? /^\[?(?:\w+:)?(\w+)\((?:\w+(?:\.\w+)?|val\(\))?\)\]?$/.exec(text)?.[1];
}

function periodOf(token: PlainToken | undefined): number {
  const seconds = token && /[a-z]/.test(token.text) ? secondsOf(token.text) : undefined;
  if (!seconds) throw new NotExact("the period of the alignment is not written out");
  return seconds;
}

function splitAt(tokens: readonly PlainToken[], separator: string): PlainToken[][] {
  const parts: PlainToken[][] = [[]];
  for (const token of tokens) {
    if (token.text === separator) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
