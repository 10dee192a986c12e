/** What a scalar without quotes stands for. */
export type PlainValue =
  | {
      readonly kind: "string";
      readonly value: string /** It is a date for YAML, which JSON does not have. */;
      readonly isDate?: true;
    }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null"; readonly value: null };

const BOOLEAN_11 = /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const BOOLEAN_12 = /^(?:true|True|TRUE|false|False|FALSE)$/;
const TRUE = /^(?:y|yes|true|on)$/i;
const NULL = /^(?:~|null|Null|NULL)?$/;
const INTEGER_11 =
  /^[-+]?(?:0b[0-1_]*[0-1][0-1_]*|0[0-7_]*|[1-9][0-9_]*|0x[0-9a-fA-F_]*[0-9a-fA-F][0-9a-fA-F_]*|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const INTEGER_12 =
  /^[-+]?(?:0b[0-1_]*[0-1][0-1_]*|0o[0-7_]*[0-7][0-7_]*|[0-9][0-9_]*|0x[0-9a-fA-F_]*[0-9a-fA-F][0-9a-fA-F_]*)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|\.[0-9_]*[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;
const SEXAGESIMAL_FLOAT = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;
/** Most scalars are words, which need no look at the patterns. */
const MAY_BE_SPECIAL = /^[-+.~0-9yYnNtTfFoO]|^$/;

/**
 * Reads a scalar without quotes as gcloud does, by the rules of YAML 1.1: `yes` and `on` are booleans, `014` is octal, and
 * `12:30` is 750.
 *
 * @param is12 whether the document starts with `%YAML 1.2`
 */
export function plainValue(text: string, is12 = false): PlainValue {
  if (!MAY_BE_SPECIAL.test(text)) return { kind: "string", value: text };
  if (NULL.test(text)) return { kind: "null", value: null };
  if ((is12 ? BOOLEAN_12 : BOOLEAN_11).test(text)) return { kind: "boolean", value: TRUE.test(text) };
  if ((is12 ? INTEGER_12 : INTEGER_11).test(text)) return { kind: "number", value: integer(text, is12) };
  if (FLOAT.test(text)) return { kind: "number", value: Number.parseFloat(text.replaceAll("_", "")) };
  if (!is12 && SEXAGESIMAL_FLOAT.test(text)) return { kind: "number", value: integer(text, false) };
  // No JSON number says this, and the service takes it as a string.
  if (NOT_FINITE.test(text)) return { kind: "string", value: notFinite(text) };
  if (DATE.test(text)) return { kind: "string", value: text, isDate: true };
  return { kind: "string", value: text };
}

function notFinite(text: string): string {
  if (/nan/i.test(text)) return "NaN";
  return text.startsWith("-") ? "-Infinity" : "Infinity";
}

function integer(text: string, is12: boolean): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replaceAll("_", "").replace(/^[-+]/, "");
  return sign * magnitude(digits, is12) || 0;
}

function magnitude(digits: string, is12: boolean): number {
  if (/^0[bo]/.test(digits)) return Number(digits);
  if (digits.startsWith("0x")) return Number.parseInt(digits.slice(2), 16);
  if (digits.includes(":"))
    return digits.split(":").reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0);
  return !is12 && digits.startsWith("0") ? Number.parseInt(digits, 8) : Number.parseInt(digits, 10);
}

/** What readers of YAML 1.2, and others of 1.1, take for something else than a string. */
const NOT_A_STRING_ELSEWHERE =
  /^(?:0o[0-7]+|<<|=|[-+]?\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?\d[\d_:.eE+-]*)$/;
const UNSAFE_START = /^(?:[\s,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a plain scalar cannot hold
const UNSAFE_INSIDE = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ud800-\udfff]|:\s|\s#|:$|\s$/;

/** Whether a string can stand without quotes and is read as that string by every reader of YAML. */
export function isPlainSafe(text: string, isInFlow: boolean): boolean {
  if (text === "" || UNSAFE_START.test(text) || UNSAFE_INSIDE.test(text)) return false;
  if (isInFlow && /[,[\]{}]|^[-?:]|:(?=["'])/.test(text)) return false;
  const read = plainValue(text);
  if (read.kind !== "string" || read.isDate || read.value !== text) return false;
  return !NOT_A_STRING_ELSEWHERE.test(text);
}
