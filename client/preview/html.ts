/** What the page of a webview is made of; every address is a webview address. */
export interface PageParts {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** Fresh for every load. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  readonly title?: string;
}

/**
 * The page of the preview, or of another view: an empty body that the script fills. Nothing from a dashboard goes into it. The policy lets
 * in the bundled style sheet and the one script with the nonce, and nothing else; there are no inline styles.
 */
export function previewHtml({
  cspSource,
  nonce,
  script,
  style,
  title = "Dashboard preview",
}: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${cspSource} data:`,
    `font-src ${cspSource}`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${attribute(style)}">
    <title>${attribute(title)}</title>
  </head>
  <body>
    <script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
  </body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
