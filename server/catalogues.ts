import { type Catalogue, type CatalogueOverlay, catalogue } from "../core/catalogue/catalogue";

/** Catalogues with projects' own metrics, each for the dashboards below one folder. */
export class Catalogues {
  /** By the URI of the folder, with a slash at its end. Undefined: a folder of its own, of which nothing is known. */
  private readonly byFolder = new Map<string, Catalogue | undefined>();

  /**
   * Lays an overlay over the shipped catalogue for what lies below a folder; null takes it away again.
   *
   * @returns whether dashboards may be judged otherwise now
   */
  set(folder: string, overlay: CatalogueOverlay | null): boolean {
    const key = folder.endsWith("/") ? folder : `${folder}/`;
    const before = this.of(key);
    this.byFolder.set(key, overlay ? catalogue().extend(overlay) : undefined);
    return overlay !== null || before !== undefined;
  }

  /** What the nearest folder of a document has; undefined where only the shipped catalogue counts. */
  of(uri: string): Catalogue | undefined {
    let nearest = "";
    for (const folder of this.byFolder.keys()) {
      if (uri.startsWith(folder) && folder.length > nearest.length) nearest = folder;
    }
    return this.byFolder.get(nearest);
  }
}
