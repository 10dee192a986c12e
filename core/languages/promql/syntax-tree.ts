/**
 * Replaces `@codemirror/language` in the bundles (`alias` in scripts/build.mjs): PromQL's analyzer needs only this
 * function, and the package contains a whole editor.
 */
export const syntaxTree = <Tree>(state: { readonly tree: Tree }): Tree => state.tree;
