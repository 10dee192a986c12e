/** The selected tiles, in the order in which they were chosen, and the one among them that the keyboard is at. */
export class TileSelection {
  private chosen = new Set<string>();
  private at: string | null = null;

  constructor(private readonly changed: () => void) {}

  get ids(): readonly string[] {
    return [...this.chosen];
  }

  get current(): string | null {
    return this.at;
  }

  get size(): number {
    return this.chosen.size;
  }

  has(id: string): boolean {
    return this.chosen.has(id);
  }

  /** These and no others; the keyboard is at the last one. */
  set(ids: readonly string[]): void {
    const next = new Set(ids);
    const at = ids.at(-1) ?? null;
    if (at === this.at && next.size === this.chosen.size && ids.every((id) => this.chosen.has(id))) return;
    this.chosen = next;
    this.at = at;
    this.changed();
  }

  /** Adds a tile, or takes it out again when it is not the only one. */
  toggle(id: string): void {
    if (this.chosen.has(id) && this.chosen.size > 1) this.chosen.delete(id);
    else this.chosen.add(id);
    this.at = id;
    this.changed();
  }

  /** Adds a tile and goes there. */
  moveTo(id: string): void {
    if (this.at === id && this.chosen.has(id)) return;
    this.chosen.add(id);
    this.at = id;
    this.changed();
  }

  /** Forgets the tiles that are no more. */
  keep(exists: (id: string) => boolean): void {
    const kept = [...this.chosen].filter(exists);
    if (kept.length !== this.chosen.size) this.set(kept);
  }
}
