import type { Color, ColorInformation, ColorPresentation, Range } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { everyNode } from "../../document/node";
import { rangeOf, textSpan } from "../ranges";

/** Every color the dashboard sets, with the range between its quotes. */
export function documentColors(dashboard: Dashboard): ColorInformation[] {
  const found: ColorInformation[] = [];
  for (const node of everyNode(dashboard.document.root)) {
    // The first character excludes most strings.
    if (node.kind !== "string" || node.value[0] !== "#") continue;
    const color =
      dashboard.canonical.fieldOf(node)?.language === "color" ? parseColor(node.value) : undefined;
    if (!color) continue;
    found.push({ color, range: rangeOf(dashboard, textSpan(dashboard.text, node)) });
  }
  return found;
}

/** How a picked color is written; the service knows no transparency. */
export function colorPresentations({ red, green, blue }: Color, range: Range): ColorPresentation[] {
  const label = `#${[red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
  return [{ label, textEdit: { range, newText: label } }];
}

function parseColor(text: string): Color | undefined {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text);
  if (!match) return undefined;
  const digits = match[1]!.length === 3 ? [...match[1]!].map((digit) => digit + digit).join("") : match[1]!;
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return { red: part(0), green: part(2), blue: part(4), alpha: 1 };
}
