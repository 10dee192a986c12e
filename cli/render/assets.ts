import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PngAssets } from "../../render/index";

/**
 * What PNGs are drawn with: files beside the program.
 *
 * @param program path of the running bundle; undefined in tests
 */
export async function pngAssets(program: string | undefined, fonts: readonly string[]): Promise<PngAssets> {
  const folder = path.dirname(program ?? "");
  try {
    const [wasm, ...rest] = await Promise.all(
      ["resvg.wasm", ...fonts.map((font) => path.join("fonts", `${font}.ttf`))].map((name) =>
        readFile(path.join(folder, name)),
      ),
    );
    return { wasm: wasm!, fonts: rest };
  } catch {
    throw new Error("The files that draw PNGs are missing. Reinstall mosaic-dashboards, or render to .svg.");
  }
}
