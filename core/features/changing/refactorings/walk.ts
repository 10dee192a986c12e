import type { Dashboard } from "../../../dashboard";
import { childrenOf, type Node } from "../../../document/node";

/** Every value of a dashboard that counts, those inside a value before it. */
export function* innermostFirst({ document, canonical }: Dashboard): Generator<Node> {
  const open: { readonly node: Node; readonly isDone: boolean }[] = [];
  if (document.root) open.push({ node: document.root, isDone: false });
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isDone } = next;
    if (isDone) yield node;
    else if (!canonical.isReplaced(node)) {
      open.push({ node, isDone: true });
      for (const inner of [...childrenOf(node)].reverse()) open.push({ node: inner, isDone: false });
    }
  }
}
