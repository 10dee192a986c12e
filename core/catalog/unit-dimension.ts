const TIME = new Set(["s", "ms", "us", "ns", "min", "h", "d"]);
const PREFIX = /^(?:[kMGTPE]i?|[munpf])(?=(?:By|bit|s|Hz|W|J|V|A)\b)/;

/** Whether two units of metrics measure the same, such as `ms` and `s`; a unit that is not known measures nothing. */
export function sameDimension(a: string, b: string): boolean {
  return b !== "" && dimensionOf(a) === dimensionOf(b);
}

function dimensionOf(unit: string): string {
  // What stands in braces is only a word for what is counted.
  const plain = unit.replace(/\{[^{}]*\}/g, "") || "1";
  return plain
    .split("/")
    .map((part) => {
      if (TIME.has(part)) return "s";
      if (part === "%" || part === "10^2.%") return "1";
      return part.replace(PREFIX, "");
    })
    .join("/");
}
