/** The message of a workflow command of GitHub. */
export function commandData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property of a workflow command of GitHub. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Text in an attribute or element of XML; characters that XML cannot hold are replaced. */
export function xml(text: string): string {
  return (
    text
      .replace(/\p{Cs}/gu, "\ufffd")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\r", "&#13;")
      .replaceAll("\n", "&#10;")
      .replaceAll("\t", "&#9;")
  );
}
