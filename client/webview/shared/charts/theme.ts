import type { ChartTheme } from "../../../../core/grid/charts/theme";

const TOKENS = {
  textColor: "--words",
  mutedTextColor: "--faint-words",
  grid: "--chart-grid",
  surface: "--surface",
  good: "--chart-good",
  info: "--chart-info",
  fair: "--chart-fair",
  bad: "--chart-bad",
  neutral: "--chart-neutral",
} as const;
const PALETTE = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `--series-${number}`);

/** Reads the theme that counts for the page now, from the variables of its style sheet. */
export function readTheme(): ChartTheme {
  const probe = document.createElement("span");
  probe.className = "chart-probe";
  document.body.append(probe);
  try {
    const style = getComputedStyle(probe);
    const color = (token: string): string => {
      probe.style.setProperty("color", `var(${token})`);
      return opaqueText(style.color);
    };
    const named = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, color(token)]));
    return {
      ...(named as Record<keyof typeof TOKENS, string>),
      palette: PALETTE.map(color),
      font: style.fontFamily,
      fontSize: Number.parseFloat(style.fontSize) || 13,
      forced: matchMedia("(forced-colors: active)").matches,
    };
  } finally {
    probe.remove();
  }
}

/** Calls back when the theme may have changed: VS Code changes classes and variables in place. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
  observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  matchMedia("(forced-colors: active)").addEventListener("change", changed);
}

/** `rgb(…)` or `rgba(…)` of any color that CSS knows, painted once to find out. */
function opaqueText(color: string): string {
  if (/^rgba?\(\d+, \d+, \d+(?:, [\d.]+)?\)$/.test(color)) return color;
  painter ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!painter) return color;
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = color;
  painter.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = painter.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha! / 255) * 100) / 100})`;
}

let painter: CanvasRenderingContext2D | null | undefined;
