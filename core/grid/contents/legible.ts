/** Colors of text widgets. A file may give one of the two; the other one is chosen so that the text can be read. */

const WHITE = "#ffffff";
const DARK = "#202124";

/** The ground for a text: the file's own, else the one of white and dark that its ink can be read on. */
export function backgroundFor(ink: string, ground: string): string {
  if (ground) return ground;
  return contrast(ink, WHITE) >= contrast(ink, DARK) ? WHITE : DARK;
}

/** The ink for a text: the file's own, else the one of white and dark that can be read on its ground. */
export function foregroundFor(ink: string, ground: string): string {
  if (ink) return ink;
  return contrast(WHITE, ground) >= contrast(DARK, ground) ? WHITE : DARK;
}

/** Contrast of two `#rrggbb` colors as WCAG defines it, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
