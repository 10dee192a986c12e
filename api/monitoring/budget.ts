/** What reading costs, for people who have to agree to it. */
export const PRICE =
  "Google bills reads by time series returned: USD 0.50 per million, and the first million of a billing account and month is free.";

/** The limit of a user was reached, so nothing more is asked. */
export class SeriesLimit extends Error {
  /** @param period such as ` an hour`; empty for a limit in all */
  constructor(
    readonly most: number,
    period = "",
  ) {
    super(`The limit of ${most} time series${period} was reached.`);
    this.name = "SeriesLimit";
  }
}

/**
 * Counts the series that the service has returned, each query as one at least, since that is what is billed. Requests reserve one before
 * they are sent, so that several at a time do not pass the limit together.
 */
export class SeriesBudget {
  private returned = 0;
  private asked = 0;

  /**
   * @param most series in all; no limit by default
   * @param within a larger budget that all of them count for as well
   */
  constructor(
    readonly most = Number.POSITIVE_INFINITY,
    private readonly within?: SeriesBudget,
  ) {}

  /** Series that were returned so far; a query without any counts as one. */
  get used(): number {
    return this.returned;
  }

  /** Queries that were sent so far, without those for further pages. */
  get queries(): number {
    return this.asked;
  }

  get left(): number {
    return Math.max(0, Math.min(this.most - this.returned, this.within?.left ?? Number.POSITIVE_INFINITY));
  }

  /**
   * To be called before a query is sent.
   *
   * @throws SeriesLimit when there is nothing left
   */
  reserve(): Reservation {
    if (this.most - this.returned < 1) throw new SeriesLimit(this.most);
    const outer = this.within?.reserve();
    this.returned++;
    this.asked++;
    let counted = 1;
    return {
      count: (series) => {
        // The one that was reserved is among them.
        const more = Math.max(series, 1) - counted;
        if (more <= 0) return;
        counted += more;
        this.returned += more;
        outer?.count(series);
      },
    };
  }
}

export interface Reservation {
  /** Says how many series the query has returned so far. */
  count(series: number): void;
}

const HOUR = 3_600_000;

/** A limit for any hour, whatever asks. */
export class HourlyBudget extends SeriesBudget {
  private readonly read: { readonly at: number; series: number }[] = [];
  private more = 0;

  /**
   * @param hourly series in an hour
   * @param now the clock, in milliseconds
   */
  constructor(
    private readonly hourly: number,
    private readonly now: () => number,
  ) {
    super();
  }

  override get left(): number {
    const lately = this.lately();
    if (lately === 0) this.more = 0;
    return Math.max(0, this.hourly + this.more - lately);
  }

  /** The user has agreed to as much again. */
  allowMore(): void {
    this.more = this.lately();
  }

  /** Series that were read in the last hour. */
  private lately(): number {
    const since = this.now() - HOUR;
    while (this.read[0] && this.read[0].at <= since) this.read.shift();
    return this.read.reduce((sum, { series }) => sum + series, 0);
  }

  override reserve(): Reservation {
    if (this.left < 1) throw new SeriesLimit(this.hourly + this.more, " an hour");
    const inner = super.reserve();
    const entry = { at: this.now(), series: 1 };
    this.read.push(entry);
    return {
      count(series) {
        inner.count(series);
        entry.series = Math.max(series, 1, entry.series);
      },
    };
  }
}
