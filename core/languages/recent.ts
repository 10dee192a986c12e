/** The results of a function for the keys it was asked for last; the ones not asked for longest are dropped. */
export class Recent<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly limit: number) {}

  /** The remembered value for `key`, or that of `make`, which is remembered. */
  get(key: Key, make: () => Value): Value {
    if (this.entries.has(key)) {
      const known = this.entries.get(key)!;
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const made = make();
    this.entries.set(key, made);
    if (this.entries.size > this.limit) this.entries.delete(this.entries.keys().next().value!);
    return made;
  }
}
