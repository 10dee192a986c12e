import { nearestName } from "../../spelling";
import { filterFinding, inQuotes, insertFix, replaceFix } from "../kit/findings";
import { checkRe2 } from "../kit/re2";
import type { LanguageFinding } from "../language";
import { type Call, comparisonsOf, type FilterTree, type ValueNode } from "./ast";
import { checkEscapes, unquotedFinding } from "./check-strings";
import {
  type FunctionInfo,
  filterFunctions,
  filterSelectors,
  functionNamed,
  quoteValue,
  selectorNamed,
} from "./vocabulary";

/** A function on the right side of a comparison. */
export function checkCall(call: Call): LanguageFinding[] {
  const info = functionNamed(call.name.text);
  if (!info) return [unknownFunction(call)];
  return [
    ...checkCount(call, info),
    ...call.args.flatMap((arg, i) => checkArgument(arg, info, i)),
    ...(info.name === "monitoring.regex.full_match" ? checkRegex(call.args[0]) : []),
  ];
}

/** What functions with other names do elsewhere. */
const elsewhere = new Map<string, string>(
  Object.entries({
    contains: "has_substring",
    includes: "has_substring",
    substring: "has_substring",
    has: "has_substring",
    in: "one_of",
    anyof: "one_of",
    prefix: "starts_with",
    hasprefix: "starts_with",
    beginswith: "starts_with",
    suffix: "ends_with",
    hassuffix: "ends_with",
    matches: "monitoring.regex.full_match",
    match: "monitoring.regex.full_match",
  }),
);

function unknownFunction(call: Call): LanguageFinding {
  const name = call.name.text;
  if (selectorNamed(name)) {
    const message = `${inQuotes(name)} is a selector, not a function. Use it alone, not in a comparison.`;
    return filterFinding("filter-unknown-function", "error", call.name, message);
  }
  const names = filterFunctions.map((info) => info.name);
  const meant = /(?:^|\.)(?:regex|full_match)/i.test(name)
    ? names.at(-1)
    : (elsewhere.get(name.toLowerCase().replaceAll("_", "")) ?? nearestName(name, names));
  const advice = meant
    ? `Did you mean ${inQuotes(meant)}?`
    : `Known functions: ${names.map((n) => `"${n}"`).join(", ")}.`;
  const fix = meant ? replaceFix(`Change to ${meant}`, call.name, meant) : undefined;
  return filterFinding(
    "filter-unknown-function",
    "error",
    call.name,
    `Unknown function ${inQuotes(name)}. ${advice}`,
    fix,
  );
}

function checkCount(call: Call, info: FunctionInfo): LanguageFinding[] {
  const count = call.args.length;
  if (!call.closed || (count >= info.least && count <= info.most)) return [];
  const wanted = info.least === info.most ? String(info.least) : `${info.least} to ${info.most}`;
  const noun = info.most === 1 ? "argument" : "arguments";
  const label = `${info.name}(${info.parameters.join(", ")})`;
  const message = `${inQuotes(info.name)} takes ${wanted} ${noun}, not ${count}: "${label}".`;
  const slo = call.args[0];
  const fix =
    info.name === "select_slo_burn_rate" && count === 1
      ? insertFix("Add a lookback of one hour", slo!.end, ', "3600s"')
      : undefined;
  return [filterFinding("filter-arguments", "error", call, message, fix)];
}

function checkArgument(arg: ValueNode, info: FunctionInfo, i: number): LanguageFinding[] {
  if (arg.kind === "string") return checkEscapes(arg);
  if (arg.kind === "call") {
    const message = `The arguments of ${inQuotes(info.name)} must be strings. Functions cannot be nested.`;
    return [filterFinding("filter-doubtful-argument", "warning", arg, message)];
  }
  if (arg.kind !== "bare" || arg.type === "refused") return [];
  if (info.name === "has_substring" && i === 1) {
    if (arg.type === "boolean") return [];
    const message = 'The second argument of "has_substring" must be "true" (ignore case) or "false".';
    return [filterFinding("filter-doubtful-argument", "warning", arg, message)];
  }
  return [unquotedFinding({ ...arg, type: "word" })];
}

function checkRegex(arg: ValueNode | undefined): LanguageFinding[] {
  if (arg?.kind !== "string") return [];
  const problem = checkRe2(arg.text);
  if (!problem) return [];
  // Escapes in the literal move the place; then the whole expression is marked.
  const exact = arg.text.length === arg.content.end - arg.content.offset;
  const start = arg.content.offset;
  const range = exact ? { offset: start + problem.offset, end: start + problem.end } : arg.content;
  const message = `Invalid RE2 regular expression: ${problem.message}`;
  return [filterFinding("filter-regex", "warning", range, message)];
}

const sloName = /^projects\/[^/]+\/services\/[^/]+\/serviceLevelObjectives\/[^/]+$/;
const lookback = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;

/** A function that stands alone: one of the selectors of a whole series. */
export function checkSelector(tree: FilterTree, call: Call): LanguageFinding[] {
  const name = call.name.text;
  const info = selectorNamed(name);
  if (!info) return [unknownSelector(call)];
  const out = checkCount(call, info);
  for (const [i, arg] of call.args.entries()) {
    if (arg.kind === "bare" && arg.type !== "refused") {
      const seconds = i === 1 && name !== "select_process_count" && arg.type === "number";
      const quoted = quoteValue(seconds ? `${arg.text}s` : arg.text);
      const message = `The arguments of ${inQuotes(name)} must be strings: '${quoted}'.`;
      const fix = replaceFix("Quote the argument", arg, quoted);
      out.push(filterFinding("filter-arguments", "error", arg, message, fix));
    }
  }
  const process = name === "select_process_count";
  if (!process) out.push(...checkSlo(call));
  for (const { node } of comparisonsOf(tree.root)) {
    const own = node.object.name === "metric.type" || (!process && node.object.name === "resource.type");
    if (!own) continue;
    const message = process
      ? '"select_process_count" replaces the metric. Remove "metric.type".'
      : `An SLO selector has no metric type or resource type. Remove ${inQuotes(node.object.text)}.`;
    out.push(filterFinding("filter-selector", "warning", node, message));
  }
  return out;
}

function unknownSelector(call: Call): LanguageFinding {
  const name = call.name.text;
  if (functionNamed(name)) {
    const message = `${inQuotes(name)} must be on the right side of a comparison: "metric.labels.NAME=${name}(…)".`;
    return filterFinding("filter-unknown-function", "error", call.name, message);
  }
  const meant = nearestName(
    name,
    filterSelectors.map((info) => info.name),
  );
  const advice = meant
    ? `Did you mean ${inQuotes(meant)}?`
    : `Known selectors: ${filterSelectors.map((s) => `"${s.name}"`).join(", ")}.`;
  const fix = meant ? replaceFix(`Change to ${meant}`, call.name, meant) : undefined;
  return filterFinding(
    "filter-unknown-function",
    "error",
    call.name,
    `Unknown selector ${inQuotes(name)}. ${advice}`,
    fix,
  );
}

function checkSlo(call: Call): LanguageFinding[] {
  const [slo, window] = call.args;
  const out: LanguageFinding[] = [];
  if (slo?.kind === "string" && !/\$\{|\{\{/.test(slo.text) && !sloName.test(slo.text)) {
    const message = 'Use the full name of the SLO: "projects/P/services/S/serviceLevelObjectives/O".';
    out.push(filterFinding("filter-selector", "warning", slo.content, message));
  }
  if (window?.kind === "string" && !/\$\{|\{\{/.test(window.text) && !lookback.test(window.text)) {
    const [, count, unit] = /^(\d+)([dw]?)$/.exec(window.text) ?? [];
    const message = 'The lookback must be a number with a unit (ns, us, ms, s, m or h), such as "3600s".';
    const known = count && (unit ? `${Number(count) * (unit === "d" ? 24 : 168)}h` : `${count}s`);
    const fix = known ? replaceFix(`Change to ${known}`, window.content, known) : undefined;
    out.push(filterFinding("filter-arguments", "error", window, message, fix));
  }
  return out;
}
