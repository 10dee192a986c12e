/** More than this of a call is not looked at, in UTF-16 code units. */
const MAX_CALL = 20_000;

const KEY = /(?:([A-Za-z_][\w-]*)|"([^"\\$%\r\n]*)")[ \t]*(?:=(?![=>])|:)/y;

/**
 * The names that a call of `templatefile` passes, when its second argument is an object that is written out.
 *
 * @param at where the text after the first argument begins
 * @returns undefined when the names are only known to Terraform
 */
export function passedNames(code: string, at: number): ReadonlySet<string> | undefined {
  const open = /^\s*,\s*\{/.exec(code.slice(at, at + 200));
  if (!open) return undefined;
  const limit = Math.min(code.length, at + MAX_CALL);
  const names = new Set<string>();
  let depth = 1;
  let isStart = true;
  for (let i = at + open[0].length; i < limit; ) {
    const character = code[i]!;
    if (depth === 1 && isStart && !/[\s,#/}]/.test(character)) {
      isStart = false;
      KEY.lastIndex = i;
      const key = KEY.exec(code);
      // `for` and names in parentheses are worked out.
      if (!key || key[1] === "for") return undefined;
      names.add(key[1] ?? key[2]!);
      i += key[0].length;
    } else if (character === '"') {
      i = endOfString(code, i, limit);
    } else if (character === "#" || code.startsWith("//", i)) {
      i = endOf(code, "\n", i, limit);
    } else if (code.startsWith("/*", i)) {
      i = endOf(code, "*/", i, limit) + 2;
    } else if (code.startsWith("<<", i)) {
      return undefined;
    } else {
      if ("{[(".includes(character)) depth++;
      else if ("}])".includes(character) && --depth === 0) {
        return character === "}" && /^\s*\)/.test(code.slice(i + 1, i + 200)) ? names : undefined;
      }
      if (depth === 1 && (character === "," || character === "\n")) isStart = true;
      i++;
    }
  }
  return undefined;
}

function endOf(code: string, end: string, from: number, limit: number): number {
  const at = code.indexOf(end, from);
  return at < 0 ? limit : at;
}

/** Where a quoted string ends, with what is interpolated in it. */
function endOfString(code: string, start: number, limit: number): number {
  let depth = 0;
  for (let i = start + 1; i < limit; i++) {
    const character = code[i];
    if (depth === 0) {
      if (character === "\\") i++;
      else if (character === '"') return i + 1;
      else if ((character === "$" || character === "%") && code[i + 1] === character) i++;
      else if ((character === "$" || character === "%") && code[i + 1] === "{") {
        depth = 1;
        i++;
      }
    } else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === '"') i = endOfString(code, i, limit) - 1;
  }
  return limit;
}
