/** The part of the package that is used. Its own types require those of a browser. */
declare module "@resvg/resvg-wasm" {
  export function initWasm(module: Uint8Array): Promise<void>;
  export class Resvg {
    constructor(
      svg: string,
      options: {
        readonly fitTo: { readonly mode: "zoom"; readonly value: number };
        readonly font: {
          readonly fontBuffers: readonly Uint8Array[];
          readonly defaultFontFamily: string;
          readonly sansSerifFamily: string;
          readonly monospaceFamily: string;
        };
      },
    );
    /** Size of the SVG in pixels. */
    readonly width: number;
    readonly height: number;
    render(): { asPng(): Uint8Array; free(): void };
    free(): void;
  }
}
