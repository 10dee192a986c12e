/** What the page of a webview is made of. */
export interface PageParts {
  /** Which one it is; a bundle can have several. */
  readonly page: string;
  /** Fresh for every load. */
  readonly nonce: string;
  /** The text of the bundled script. */
  readonly script: string;
  /** The text of the bundled style sheet. */
  readonly style: string;
  readonly title: string;
}

/**
 * The page of a webview: an empty body that the script fills. Nothing from a dashboard goes into it. The policy lets in
 * the one style sheet and the one script that carry the nonce, and pictures inside the page; nothing is loaded.
 *
 * Script and style are inline, because a webview that loads files can stay blank for half a minute: VS Code serves them
 * through a service worker that each webview replaces, and a worker that is replaced during a request never gets the
 * response. This happens if several views open at once.
 */
export function pageHtml({ page, nonce, script, style, title }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src data:",
    // What no other line covers: a page that got text in could send forms, or turn relative addresses to itself.
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${attribute(title)}</title>
    <style nonce="${attribute(nonce)}">${withoutMap(style).replaceAll("</", "<\\/")}</style>
  </head>
  <body data-page="${attribute(page)}">
    <script nonce="${attribute(nonce)}">${inScript(withoutMap(script))}</script>
  </body>
</html>
`;
}

/**
 * Escape text that would end the element or start a comment. It occurs only in strings and regular expressions, which
 * support this escape.
 */
function inScript(text: string): string {
  return text.replace(/<(?=!--|\/script)/gi, "\\x3C");
}

/** Only a file has a map beside it. */
function withoutMap(text: string): string {
  return text.replace(/\s*\/[/*]# sourceMappingURL=.*\s*$/, "");
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
