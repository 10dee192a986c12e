import type { WebviewMessage } from "../messages";
import { base64Of, pngOf } from "./picture-png";

/** A file to save, or an image in the clipboard. */
export type PictureFormat = "svg" | "png" | "copy";

export interface DeliveryPorts {
  send(message: Extract<WebviewMessage, { type: "svg" | "png" }>): void;
  copied(words: string): void;
  /** Says why there is no image, and what to do. */
  failed(words: string): void;
}

/** Saves a picture, or copies it. */
export async function deliverPicture(svg: string, as: PictureFormat, ports: DeliveryPorts): Promise<void> {
  if (as === "svg") {
    ports.send({ type: "svg", svg });
    return;
  }
  try {
    if (as === "png") ports.send({ type: "png", png: await base64Of(await pngOf(svg)) });
    else {
      // Only a page with the focus may write to the clipboard.
      window.focus();
      await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(svg) })]);
      ports.copied("The picture was copied.");
    }
  } catch {
    ports.failed(
      as === "png"
        ? "The picture could not be drawn as PNG. Export it as SVG."
        : "The picture could not be copied. Click into it and copy again, or export it.",
    );
  }
}
