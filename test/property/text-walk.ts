/** Random edits of dashboards: typing, pasting, deleting and undoing. */

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CHARACTERS = [
  ...'{}[]",:\n x07-\\/*#$@._ä',
  '"x": ',
  "null",
  "//",
  "/*",
  "*/",
  "${zone}",
  ', "y": 1',
  "{}",
  "\r\n",
];
const VALUES = [
  '""',
  '"a"',
  '"${zone}"',
  '"${backend}"',
  '"ALIGN_RATE"',
  '"5m"',
  '"60s"',
  '"metric.type = \\"x\\" ${zone.value}"',
  '"metric.type = \\"${zone}\\" resource.type = \\"y\\" "',
  '"__ENV__ {{name}} $${zone}"',
  '"%{ if a }b%{ endif } ${f(\\"c\\")}"',
  "${zone}",
  "0",
  "1",
  "12.5",
  "-3",
  '"12"',
  "true",
  "null",
  "[]",
  "{}",
  '{"blank": {}}',
  '{"id": "same", "collapsibleGroup": {}}',
  '{"width": 4, "height": 4, "widget": {"text": {"content": "$zone"}}}',
];
const KEYS = [
  ...["tiles", "widget", "widgets", "width", "xPos", "x_pos", "yPos", "id", "title", "mosaicLayout", "rows"],
  ...[
    "mosaic_layout",
    "gridLayout",
    "displayName",
    "templateVariable",
    "template_variable",
    "nothing",
    "xyChart",
  ],
  ...["dashboardFilters", "columns", "labelKey", "filterType", "xy_chart", "uses", "__proto__"],
];

/** The text after one more edit. */
export function edited(text: string, random: () => number): string {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(items: readonly T[]) => items[below(items.length)]!;
  const at = below(text.length + 1);
  const replaced = (from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to);
  const token = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text) ?? undefined;
  };
  switch (below(10)) {
    case 0:
      return replaced(at, at, pick(CHARACTERS));
    case 1:
      return replaced(at, at + 1 + below(5), "");
    case 2: {
      const number = token(/-?\d+/g);
      return number ? replaced(number.index, number.index + number[0].length, String(below(50))) : text;
    }
    case 3: {
      const value = token(/: ?("(?:[^"\\\n]|\\.)*"|-?\d+|true|null)/g);
      if (!value) return text;
      const end = value.index + value[0].length;
      return replaced(end - value[1]!.length, end, pick(VALUES));
    }
    case 4: {
      const key = token(/"\w+"(?=\s*:)/g);
      return key ? replaced(key.index, key.index + key[0].length, `"${pick(KEYS)}"`) : text;
    }
    case 5: {
      // Typing at the end of a string.
      const string = token(/(?:[^"\\\n])"(?=\s*[,\]}\n])/g);
      const end = (string?.index ?? at) + 1;
      return replaced(end, end, pick(["a", "z", " ", "${", "}", "\\", '"', "$zone", "s"]));
    }
    case 6: {
      // A part of the text, once more and somewhere else.
      const from = below(text.length);
      return replaced(at, at, text.slice(from, from + below(200)));
    }
    case 7: {
      // An object in a list, twice or not at all.
      const start = text.lastIndexOf("{", at);
      const end = endOfObject(text, start);
      if (end < 0) return text;
      return random() < 0.5
        ? replaced(end, end, `, ${text.slice(start, end)}`)
        : replaced(start, end + (text[end] === "," ? 1 : 0), random() < 0.5 ? "" : "null,");
    }
    case 8: {
      const key = token(/"\w+"(?=\s*:)/g);
      return key ? replaced(key.index, key.index, `"${pick(KEYS)}": ${pick(VALUES)}, `) : text;
    }
    default: {
      const space = token(/\s+/g);
      return space
        ? replaced(space.index, space.index + space[0].length, pick(["", " ", "\n", "\n\t\n"]))
        : text;
    }
  }
}

function endOfObject(text: string, start: number): number {
  if (start < 0) return -1;
  for (let at = start, depth = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
