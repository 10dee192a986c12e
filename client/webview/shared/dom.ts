/** Small helpers over the DOM. Text always goes in as text; nothing here reads HTML. */

type Child = Node | string | undefined;

/** An HTML element with a class, attributes and children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  for (const child of children) if (child !== undefined) node.append(child);
  return node;
}

/** An SVG element with attributes and children. */
export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

let placeholders: RegExp | undefined;

/** From now on texts of the file show which parts of them are placeholders, which a template's tool fills in. */
export function markPlaceholders(words: readonly string[]): void {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  placeholders = words.length > 0 ? new RegExp(`(${escaped.join("|")})`) : undefined;
}

/** A text of the file with its placeholders marked. */
export function marked(text: string): (Node | string)[] {
  if (!placeholders) return [text];
  return text
    .split(placeholders)
    .map((part, i) =>
      i % 2 === 1 ? createElement("span", "placeholder", { title: PLACEHOLDER }, part) : part,
    );
}

const PLACEHOLDER = "Filled in before the dashboard reaches the service";

/** Text from a file: shown as it is, in the direction its own letters ask for. */
export function fileText<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text: string,
): HTMLElementTagNameMap[K] {
  const node = createElement(tag, className, { dir: "auto" });
  node.append(...marked(text));
  return node;
}

/** Sets an attribute when it differs: writing the same again would still count as a change. */
export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Sets a style through the object model, which the content security policy allows, when it differs. */
export function setStyle(node: HTMLElement, name: string, value: string): void {
  if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
}
