import { type Catalog, shippedCatalog } from "../catalog/catalog";
import { detachString } from "../document/own-text";
import { LruCache } from "../languages/kit/lru-cache";

/**
 * A function of a filter and a catalog that remembers its latest results for each catalog, because an edit has all filters of a
 * dashboard checked again. Without a catalog, the one that is shipped.
 *
 * @param size most filters that are remembered
 */
export function perFilter<T>(
  size: number,
  compute: (filter: string, catalog: Catalog) => T,
): (filter: string, catalog: Catalog | undefined) => T {
  const known = new WeakMap<Catalog, LruCache<string, T>>();
  return (filter, catalog = shippedCatalog()) => {
    let recent = known.get(catalog);
    if (!recent) known.set(catalog, (recent = new LruCache(size, detachString)));
    return recent.get(filter, () => compute(filter, catalog));
  };
}
