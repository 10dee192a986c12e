import type { YAMLError } from "yaml";
import { truncate } from "../document/clip";

/** What is wrong with the syntax, for a reader who knows YAML by example. */
export function syntaxMessage({ code, message }: Pick<YAMLError, "code" | "message">, at: string): string {
  switch (code) {
    case "TAB_AS_INDENT":
      return "YAML does not allow tabs for indentation. Use spaces.";
    case "BAD_INDENT":
      return /^Flow /.test(message)
        ? `A closing ${message.includes("]") ? "]" : "}"} is missing, or its line is not indented.`
        : /sequence/i.test(message)
          ? "The items of a list must start in the same column."
          : /block scalar/i.test(message)
            ? "The lines of this block must be indented more than their key, and no less than the first of them."
            : "The keys of an object must start in the same column.";
    case "BLOCK_AS_IMPLICIT_KEY":
      return "A value cannot contain another key on the same line. Put it on a line of its own, or in quotes.";
    case "BLOCK_IN_FLOW":
      return "Inside of brackets, lists and objects must be in brackets too.";
    case "MULTILINE_IMPLICIT_KEY":
      return "A key must be on one line. Check the quotes and the colon.";
    case "MISSING_CHAR":
      return missing(message);
    case "BAD_DQ_ESCAPE":
      return "YAML does not have this escape. For a backslash, write \\\\, or use single quotes.";
    case "BAD_SCALAR_START":
      return `A value without quotes cannot start with ${at}. Put it in quotes.`;
    case "BAD_ALIAS":
    case "ALIAS_PROPS":
      return "This alias is not valid. It is written as * and the name of an anchor.";
    case "MULTIPLE_ANCHORS":
    case "MULTIPLE_TAGS":
      return "A value can have one anchor and one tag only.";
    case "BAD_PROP_ORDER":
      return "An anchor or a tag must stand behind the indicator, before the value.";
    case "KEY_OVER_1024_CHARS":
      return "A key can have at most 1024 characters.";
    case "BAD_DIRECTIVE":
      return "This directive is not valid. Remove the line.";
    case "RESOURCE_EXHAUSTION":
      return "The values are nested too deeply to be read.";
    case "UNEXPECTED_TOKEN":
      return unexpected(message, at);
    default:
      return asSentence(message);
  }
}

/** A message of the library, which may quote any length of the text. */
function asSentence(message: string): string {
  return `${truncate(message.replace(/\s+/g, " ").replace(/\.$/, ""))}.`;
}

function missing(message: string): string {
  if (/closing '/.test(message)) return "The closing single quote of this string is missing.";
  if (/closing "/.test(message)) return "The closing double quote of this string is missing.";
  if (/map values/.test(message))
    return "A colon is missing after this key, or the line is indented wrongly.";
  if (/without - /.test(message))
    return "A hyphen is missing before this item, or the line is indented wrongly.";
  if (/expected to end with \}/.test(message) || /flow map/i.test(message)) return "A closing } is missing.";
  if (/expected to end with \]/.test(message) || /flow seq/i.test(message)) return "A closing ] is missing.";
  if (/Missing ,/.test(message)) return "A comma is missing before this entry.";
  if (/indicator/.test(message) && /comment/i.test(message)) return "Put a space before the #.";
  if (/Comments must be separated/.test(message)) return "Put a space before the # of the comment.";
  if (/directives-end/.test(message)) return "A line with --- is missing after the directives.";
  if (/explicit indentation/.test(message))
    return "The first lines of this block are blank and indented more than its text. Remove their spaces.";
  return asSentence(message);
}

function unexpected(message: string, at: string): string {
  if (/[}\]]/.test(at.charAt(0))) return `This ${at.charAt(0)} closes nothing. Remove it.`;
  if (/Unexpected flow-/.test(message) || at.startsWith(",")) return "This comma or bracket is out of place.";
  if (/header/.test(message))
    return "Only + or - and a digit can follow | or > on the line. Put the text on the next line.";
  return `Unexpected text${at ? `: ${at}` : ""}. Check the indentation and the quotes around it.`;
}
