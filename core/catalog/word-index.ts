/** Search words for services whose name does not contain them. */
const aliases = new Map<string, readonly string[]>(
  Object.entries({
    gce: ["compute"],
    vm: ["instance", "compute"],
    gcs: ["storage"],
    gke: ["kubernetes"],
    k8s: ["kubernetes"],
    lb: ["loadbalancing"],
    gclb: ["loadbalancing"],
    sql: ["cloudsql"],
    postgres: ["postgresql"],
    bq: ["bigquery"],
    gcf: ["cloudfunctions"],
    function: ["cloudfunctions"],
    gae: ["appengine"],
    vertex: ["aiplatform"],
    memory: ["ram"],
    mem: ["memory"],
    net: ["network", "networking"],
  }),
);

/** Words that occur in nearly every name. */
const noise = new Set(["googleapis", "com", "io", "dev"]);

/** Lower-case words of a name, plural endings cut off, so that `latency` meets `latencies`. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Selects the best `count` and ties with the last one, because sorting fifty thousand names is too slow. */
function atLeast(
  found: readonly number[],
  scores: Float64Array,
  count: number,
): (position: number) => boolean {
  const sorted = Float64Array.from(found, (i) => scores[i]!).sort();
  const last = sorted[sorted.length - count] ?? Number.POSITIVE_INFINITY;
  return (i) => scores[i]! >= last;
}

/** Finds names by words typed in any order; built once for a list of names. */
export class WordIndex {
  /** Word → numbers of the names that hold it. */
  private readonly postings = new Map<string, number[]>();
  private readonly firstWords: (string | undefined)[] = [];
  private readonly lower: string[] = [];

  /** @param weights bonus of each name, 0 … about 10; decides among names that match equally well. */
  constructor(
    private readonly names: readonly string[],
    private readonly weights: readonly number[],
  ) {
    names.forEach((name, i) => {
      const words = wordsOf(name);
      this.firstWords.push(words[0]);
      this.lower.push(name.toLowerCase());
      for (const word of new Set(words)) {
        const list = this.postings.get(word);
        if (list) list.push(i);
        else this.postings.set(word, [i]);
      }
    });
  }

  /**
   * Names that hold every word of `query` (whole, as a beginning, or inside a word), best first; when there is
   * none, those that hold most of its words. An empty query gives every name by weight.
   *
   * @param limit how many are given at most; `more` tells that there are others
   */
  search(query: string, limit: number): { readonly names: string[]; readonly more: boolean } {
    const typed = query.trim().toLowerCase();
    const words = [...new Set(wordsOf(query))].filter((word) => !noise.has(word));
    const scores = new Float64Array(this.names.length);
    const hits = new Uint8Array(this.names.length);
    for (const word of words) this.score(word, scores, hits);
    let most = 0;
    for (const hit of hits) if (hit > most) most = hit;
    if (words.length > 0 && most === 0) return { names: [], more: false };
    const found: number[] = [];
    for (let i = 0; i < hits.length; i++) {
      if (hits[i] !== most) continue;
      found.push(i);
      scores[i]! += this.weights[i]! - this.names[i]!.length / 50;
      if (typed !== "" && this.lower[i]!.startsWith(typed)) scores[i]! += 100;
    }
    const best = limit < found.length ? found.filter(atLeast(found, scores, limit)) : found;
    best.sort((a, b) => scores[b]! - scores[a]! || (this.names[a]! < this.names[b]! ? -1 : 1));
    return { names: best.slice(0, limit).map((i) => this.names[i]!), more: found.length > limit };
  }

  /** Adds the best match of `word` in each name to its score, and counts it as one hit. */
  private score(word: string, scores: Float64Array, hits: Uint8Array): void {
    const best = new Float64Array(this.names.length);
    const raise = (i: number, points: number): void => {
      if (points > best[i]!) best[i] = points;
    };
    for (const [known, list] of this.postings) {
      const at = known.indexOf(word);
      const alias = aliases.get(word)?.includes(known);
      if (at < 0 && !alias) continue;
      const points = known === word ? 12 : alias ? 11 : at === 0 ? 8 : word.length > 2 ? 4 : 0;
      for (const i of list) raise(i, this.firstWords[i] === known && points > 0 ? points + 5 : points);
    }
    for (let i = 0; i < best.length; i++) {
      if (best[i] === 0) continue;
      scores[i]! += best[i]!;
      hits[i]! += 1;
    }
  }
}
