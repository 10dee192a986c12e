import { type Catalog, type CatalogOverlay, shippedCatalog } from "../core/catalog/catalog";

/** Catalogs with projects' own metrics, each for the dashboards below one folder. */
export class Catalogs {
  /** By the URI of the folder, with a slash at its end. Undefined: a folder of its own, of which nothing is known. */
  private readonly byFolder = new Map<string, Catalog | undefined>();

  /**
   * Lays an overlay over the shipped catalog for what lies below a folder; null takes it away again.
   *
   * @returns whether dashboards may be judged otherwise now
   */
  set(folder: string, overlay: CatalogOverlay | null): boolean {
    const key = folder.endsWith("/") ? folder : `${folder}/`;
    const before = this.of(key);
    this.byFolder.set(key, overlay ? shippedCatalog().extend(overlay) : undefined);
    return overlay !== null || before !== undefined;
  }

  /** What the nearest folder of a document has; undefined where only the shipped catalog counts. */
  of(uri: string): Catalog | undefined {
    let nearest = "";
    for (const folder of this.byFolder.keys()) {
      if (uri.startsWith(folder) && folder.length > nearest.length) nearest = folder;
    }
    return this.byFolder.get(nearest);
  }
}
