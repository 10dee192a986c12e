/** Most pixels of a side, and of a picture: canvases have limits, and beyond them nothing is drawn. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 120_000_000;

/**
 * An SVG as a PNG, with `scale` pixels for each of the SVG, or as many as a canvas has room for. The SVG loads nothing, so
 * the page may read what it draws.
 */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const factor = Math.min(
    scale,
    MOST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / Math.max(width * height, 1)),
  );
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(Math.floor(width * factor), 1);
  canvas.height = Math.max(Math.floor(height * factor), 1);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("There is no canvas to draw on.");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for a canvas."))),
      "image/png",
    ),
  );
}

/** The bytes in Base64. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  // As many at a time as a function takes arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
