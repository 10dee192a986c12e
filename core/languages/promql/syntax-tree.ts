/**
 * Stands in for `@codemirror/language` in the bundles (`alias` in scripts/build.mjs): PromQL's analyzer wants this one
 * function of it, and the whole package would bring an editor along.
 */
export const syntaxTree = <Tree>(state: { readonly tree: Tree }): Tree => state.tree;
