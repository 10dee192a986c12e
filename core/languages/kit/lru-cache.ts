/**
 * An approximate LRU cache for the results of a function. It holds between `limit` and twice `limit` entries: the least recently used half is dropped when the cache is full.
 */
export class LruCache<Key, Value> {
  private recent = new Map<Key, Value>();
  private previous = new Map<Key, Value>();

  /** @param own makes of a key what is kept; where a key is a part of a large text, a copy does not keep that alive */
  constructor(
    private readonly limit: number,
    private readonly own: (key: Key) => Key = (key) => key,
  ) {}

  /** The remembered value for `key`, or that of `make`, which is remembered. */
  get(key: Key, make: () => Value): Value {
    const known = this.recent.get(key);
    if (known !== undefined || this.recent.has(key)) return known as Value;
    const isKnown = this.previous.has(key);
    const value = isKnown ? this.previous.get(key)! : make();
    if (this.recent.size >= this.limit) {
      this.previous = this.recent;
      this.recent = new Map();
    }
    this.recent.set(this.own(key), value);
    return value;
  }
}
