import type { Catalog } from "../catalog/catalog";
import { promqlNames } from "../languages/promql/names";
import type { BracketFrame, PromqlToken } from "../languages/promql/scan";
import { selectorsOf } from "../languages/promql/selectors";
import { sourceOf } from "../languages/promql/source";
import type { Filled } from "./fill-filter";
import {
  checkValue,
  escapeRegex,
  type LiveVariable,
  NOTES,
  promqlLabel,
  quoted,
  Unfillable,
} from "./variables";

/** A piece of the query that changes. */
interface Change {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A PromQL query with its variables filled in and the pinned filters added.
 *
 * @param interval what `${__interval}` becomes, in seconds
 * @param catalog metrics to go by: a pinned filter does not apply to one that lacks its label
 * @throws Unfillable when a variable cannot be filled in
 */
export function fillPromql(
  text: string,
  variables: readonly LiveVariable[],
  interval: number,
  catalog?: Catalog,
): Filled {
  return new PromqlFiller(text, variables, interval, catalog).fill();
}

const VARIABLE = /\$\{\s*([A-Za-z_][\w-]*)(?:\.value)?\s*\}/g;

class PromqlFiller {
  private readonly notes = new Set<string>();

  constructor(
    private readonly text: string,
    private readonly variables: readonly LiveVariable[],
    private readonly interval: number,
    private readonly catalog: Catalog | undefined,
  ) {}

  fill(): Filled {
    const source = sourceOf(this.text);
    if (source.problems.length > 0) throw new Unfillable("The query has a syntax error.", true);
    const tokens = source.tokens.filter(({ kind }) => kind !== "comment");
    const changes: Change[] = [];
    const braces = new Set<BracketFrame>();
    for (const { braces: frame, nameToken, name } of selectorsOf(source)) {
      if (frame) {
        braces.add(frame);
        const change = this.matchers(frame, tokens, name);
        if (change) changes.push(change);
      } else if (nameToken) {
        const pinned = this.pinned([], name);
        if (pinned.length > 0)
          changes.push({ offset: nameToken.end, end: nameToken.end, text: `{${pinned.join(",")}}` });
      }
    }
    for (const token of tokens) {
      const isInside = token.frame !== undefined && braces.has(token.frame);
      if (isInside || !token.text.includes("${")) continue;
      changes.push({ offset: token.offset, end: token.end, text: this.bare(token) });
    }
    changes.sort((a, b) => a.offset - b.offset);
    let out = "";
    let at = 0;
    for (const { offset, end, text } of changes) {
      out += this.text.slice(at, offset) + text;
      at = end;
    }
    return { text: out + this.text.slice(at), notes: [...this.notes] };
  }

  /** The content of braces, when it changes. */
  private matchers(
    frame: BracketFrame,
    tokens: readonly PromqlToken[],
    metric: string | undefined,
  ): Change | undefined {
    const close = frame.close;
    if (close === undefined) throw new Unfillable("The query has a syntax error.", true);
    const inside = tokens.filter(
      (token) => token.frame === frame && token.offset > frame.offset && token.end <= close,
    );
    const parts: PromqlToken[][] = [[]];
    for (const token of inside) {
      if (token.kind === "comma") parts.push([]);
      else parts.at(-1)!.push(token);
    }
    const kept = parts.flatMap((part) => this.matcher(part) ?? []);
    const labels = parts.map(([first]) => first?.text.replace(/^["'`]|["'`]$/g, "") ?? "");
    const pinned = this.pinned(labels, metric);
    const content = [...kept, ...pinned].join(",");
    const before = this.text.slice(frame.offset + 1, close);
    if (pinned.length === 0 && !before.includes("${")) return undefined;
    return { offset: frame.offset + 1, end: close, text: content };
  }

  /** One matcher; undefined when it is left out. */
  private matcher(part: readonly PromqlToken[]): string | undefined {
    const [first] = part;
    if (!first) return undefined;
    const written = this.text.slice(first.offset, part.at(-1)!.end);
    if (!written.includes("${")) return written;
    if (first.kind === "hole" && part.length === 1) return this.wholeMatcher(first);
    const operator = part.find(({ kind }) => kind === "operator")?.text ?? "=";
    const isRegex = operator.includes("~");
    const names = [...written.matchAll(VARIABLE)].map(([, name]) => name!);
    const variables = names.filter((name) => !name.startsWith("__")).map((name) => this.variable(name));
    const isUnset = variables.some(({ values }) => values.length === 0);
    if (isUnset) this.notes.add(NOTES.unset);
    if (isUnset && !isRegex) return undefined;
    if (!isRegex && variables.some(({ values }) => values.length > 1))
      throw new Unfillable("A variable with several values is compared with = in PromQL.");
    return part
      .map((token) => {
        if (!token.text.includes("${")) return token.text;
        if (token.kind !== "string") return quoted(this.value(token.text, isRegex));
        const quote = token.text[0]!;
        return token.text.replace(VARIABLE, (hole) => this.escaped(this.value(hole, isRegex), quote));
      })
      .join("");
  }

  /** A variable that stands for a whole matcher. */
  private wholeMatcher(token: PromqlToken): string | undefined {
    const name = nameIn(token.text);
    const variable = this.variable(name);
    const { values, filterType } = variable;
    if (values.length === 0) {
      this.notes.add(NOTES.unset);
      return undefined;
    }
    if (filterType === "VALUE_ONLY") return checkValue(values[0]!);
    return this.matcherOf(variable);
  }

  private matcherOf(variable: LiveVariable): string {
    const { values } = variable;
    const label = promqlLabel(variable);
    if (values.length === 1) return `${label}=${quoted(values[0]!)}`;
    this.notes.add(NOTES.several);
    return `${label}=~${quoted(values.map(escapeRegex).join("|"))}`;
  }

  /** Matchers of the pinned filters whose labels are not named yet. */
  private pinned(labels: readonly string[], metric: string | undefined): string[] {
    const wanted = this.variables.filter(
      (one) =>
        one.name === "" &&
        one.values.length > 0 &&
        one.filterType !== "VALUE_ONLY" &&
        one.filterType !== "GROUP" &&
        !labels.includes(promqlLabel(one)) &&
        !this.lacks(metric, one),
    );
    if (wanted.length > 0) this.notes.add(NOTES.pinnedPromql);
    return wanted.map((one) => this.matcherOf(one));
  }

  /** Whether a metric is known not to have the label of a pinned filter. */
  private lacks(name: string | undefined, { filterType, labelKey }: LiveVariable): boolean {
    const metric = name && this.catalog ? promqlNames(this.catalog).metric(name) : undefined;
    if (!metric || !this.catalog || labelKey === "project_id") return false;
    if (filterType === "METRIC_LABEL") return metric.labelsListed && !metric.labels.includes(labelKey);
    if (filterType !== "RESOURCE_LABEL" || !metric.resourcesListed) return false;
    const resources = metric.resources.map((type) => this.catalog?.resource(type));
    return resources.every((one) => one?.labelsListed === true && !one.labels.includes(labelKey));
  }

  /** A variable outside of braces: its value as it is. */
  private bare(token: PromqlToken): string {
    return token.text.replace(VARIABLE, (hole) => this.value(hole, false));
  }

  private value(hole: string, isRegex: boolean): string {
    const name = nameIn(hole);
    if (name === "__interval") {
      this.notes.add(NOTES.interval);
      return `${this.interval}s`;
    }
    const { values } = this.variable(name);
    if (isRegex) {
      if (values.length > 1) this.notes.add(NOTES.several);
      return values.length === 0 ? ".*" : values.map((value) => escapeRegex(checkValue(value))).join("|");
    }
    const [value] = values;
    if (value === undefined) throw new Unfillable(`The variable ${name} has no value.`);
    return checkValue(value);
  }

  private escaped(value: string, quote: string): string {
    if (quote !== "`") return value.replace(/\\/g, "\\\\").replaceAll(quote, `\\${quote}`);
    if (value.includes("`")) throw new Unfillable("A variable's value has a backquote.");
    return value;
  }

  private variable(name: string): LiveVariable {
    const found = this.variables.find((one) => one.name === name);
    if (!found) throw new Unfillable(`The variable ${name} is not declared.`, true);
    return found;
  }
}

function nameIn(hole: string): string {
  return /\$\{\s*([A-Za-z_][\w-]*)/.exec(hole)?.[1] ?? hole;
}
