/**
 * The results of a function for the keys it was asked for last. Holds `limit` of them at least and twice as many at most:
 * when that many new ones have come, those that nobody has asked for since are dropped. A hit costs one look-up.
 */
export class Recent<Key, Value> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();

  /** @param own makes of a key what is kept; where a key is a part of a large text, a copy does not keep that alive */
  constructor(
    private readonly limit: number,
    private readonly own: (key: Key) => Key = (key) => key,
  ) {}

  /** The remembered value for `key`, or that of `make`, which is remembered. */
  get(key: Key, make: () => Value): Value {
    const known = this.young.get(key);
    if (known !== undefined || this.young.has(key)) return known as Value;
    const isKnown = this.old.has(key);
    const value = isKnown ? this.old.get(key)! : make();
    if (this.young.size >= this.limit) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(this.own(key), value);
    return value;
  }
}
