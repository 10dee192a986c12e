import { type Catalog, type CatalogOverlay, shippedCatalog } from "../core/catalog/catalog";
import type { LabelValueList } from "../core/catalog/project-values";

/** Catalogs with projects' own metrics, each for the dashboards below one folder. */
export class Catalogs {
  /**
   * By the URI of the folder, with a slash at its end. Undefined: a folder with its own profile but without an overlay.
   */
  private readonly byFolder = new Map<string, Catalog | undefined>();

  /**
   * Sets the overlay and the values of labels for the dashboards below a folder; null removes them.
   *
   * @returns whether findings may have changed
   */
  set(folder: string, overlay: CatalogOverlay | null, values?: LabelValueList | null): boolean {
    const key = folder.endsWith("/") ? folder : `${folder}/`;
    const before = this.of(key);
    const catalog = overlay ? shippedCatalog().extend(overlay) : undefined;
    this.byFolder.set(key, values ? (catalog ?? shippedCatalog()).withValues(values) : catalog);
    return overlay !== null || before !== undefined;
  }

  /** The catalog of the nearest folder above a document; undefined where only the shipped catalog applies. */
  of(uri: string): Catalog | undefined {
    let nearest = "";
    for (const folder of this.byFolder.keys()) {
      if (uri.startsWith(folder) && folder.length > nearest.length) nearest = folder;
    }
    return this.byFolder.get(nearest);
  }
}
