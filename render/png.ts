import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** What a PNG is drawn with, as bytes of files. */
export interface PngAssets {
  /** `index_bg.wasm` of `@resvg/resvg-wasm`. */
  readonly wasm: Uint8Array;
  /** `PNG_FONTS`, in their order: the first one of a style is the one that is used. */
  readonly fonts: readonly Uint8Array[];
}

/** Names of the fonts in `generated/`, without `.ttf`. */
export const PNG_FONTS = [
  "regular-latin",
  "bold-latin",
  "italic-latin",
  "mono-latin",
  "regular-latin-ext",
  "regular-greek",
  "regular-cyrillic",
] as const;

/** Pixels of a PNG: each takes 4 bytes, several times over. */
const MOST_PIXELS = 100_000_000;

let ready: Promise<void> | undefined;

/**
 * An SVG as a PNG. Texts in scripts that no font has are missing.
 *
 * @param scale pixels of the PNG for one of the SVG
 * @throws Error when the picture would be too large for a PNG
 */
export async function renderPng(svg: string, assets: PngAssets, scale = 1): Promise<Uint8Array> {
  ready ??= initWasm(assets.wasm);
  await ready;
  const drawing = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: {
      fontBuffers: assets.fonts,
      defaultFontFamily: "Arimo",
      sansSerifFamily: "Arimo",
      monospaceFamily: "Cousine",
    },
  });
  try {
    const [width, height] = [Math.ceil(drawing.width * scale), Math.ceil(drawing.height * scale)];
    if (width * height > MOST_PIXELS)
      throw new Error(
        `the PNG would be ${width} × ${height} pixels, which is too large; use a smaller width or scale, or SVG`,
      );
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
