/** Maximum length of untrusted text in messages, in UTF-16 code units. */
const LONGEST = 300;

/**
 * Escape sequences of terminals: CSI (colors, cursor), the strings OSC, DCS, SOS, PM and APC with their end, and two-character ones, each
 * introduced by ESC or by its C1 control. A string without an end loses its introducer only, so that no text disappears.
 */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]+[0-~]?|\u001b[0-Z\\^-~]?/g;

/** What stands between words or lines becomes a space. */
const SEPARATORS = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;
const SEPARATORS_BUT_LINES = /[\t\v\f]/g;

/**
 * Controls, and what has no shape of its own: bidirectional controls, zero-width characters, tags, fillers. The joiner inside an emoji
 * and the few format characters of Arabic and Kaithi that are drawn stay.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|(?!\u200d|[\n\u0600-\u0605\u06dd\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}]|[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/** Maximum combining marks on one letter, because more would hide other lines. */
const PILES = /(\p{M}{6})\p{M}+/gu;

/** Texts without any of this are passed through: letters, digits and signs of most languages. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0590\u3041-\u3096\u30a1-\u3163\u4e00-\u9fff\uac00-\ud7a3]*$/;

/**
 * Makes untrusted text (a display name, an id, a message of a service, a key of a file) safe to display on one line:
 * without controls, escape sequences, line breaks, invisible and bidirectional characters, and not longer than `longest`.
 *
 * @param longest in UTF-16 code units; what is longer ends with "…"
 */
export function inertText(text: string, longest = LONGEST): string {
  if (PLAIN.test(text)) return shortened(text, longest);
  return shortened(cleaned(head(text, longest).replace(SEQUENCES, "").replace(SEPARATORS, " ")), longest);
}

/** The same for a text of several lines: its line breaks stay, as "\n". */
export function inertLines(text: string, longest = LONGEST): string {
  if (PLAIN.test(text)) return shortened(text, longest);
  const lines = head(text, longest)
    .replace(SEQUENCES, "")
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, "\n")
    .replace(SEPARATORS_BUT_LINES, " ");
  return shortened(cleaned(lines), longest);
}

function cleaned(text: string): string {
  return text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(INVISIBLE, "")
    .replace(PILES, "$1");
}

/** The part of a text that can be displayed, because cleaning megabytes is slow. */
function head(text: string, longest: number): string {
  return text.slice(0, 8 * longest + 100);
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Never half of a pair.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
