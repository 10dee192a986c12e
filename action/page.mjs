// One page with the pictures of several dashboards.

/**
 * @param {readonly {readonly name: string, readonly html: string}[]} pictures pages of `mosaic render`
 * @returns {string} a page with a frame for each, which is sandboxed: it can run its script, but not reach the others
 */
export function pageOf(pictures) {
  const list = pictures.map(({ name }, i) => `<li><a href="#d${i}">${escaped(name)}</a></li>`).join("");
  const frames = pictures
    .map(
      ({ name, html }, i) =>
        `<section id="d${i}"><h2>${escaped(name)}</h2><iframe sandbox="allow-scripts" loading="lazy" title="${escaped(name)}" srcdoc="${escaped(html)}"></iframe></section>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Changed dashboards</title>
<style>
:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1400px; padding: 16px; }
h1 { font-size: 20px; } h2 { font-size: 16px; }
iframe { border: 1px solid #8884; border-radius: 6px; height: 88vh; width: 100%; }
</style>
<h1>Changed dashboards</h1>
<ul>${list}</ul>
${frames}
</html>
`;
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
