/** What reading costs, for people who have to agree to it. */
export const PRICE =
  "Google bills reads by time series returned: USD 0.50 per million, and the first million of a billing account and month is free.";

/** The limit of a user was reached, so nothing more is asked. */
export class SeriesLimit extends Error {
  constructor(readonly most: number) {
    super(`The limit of ${most} time series was reached.`);
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

  /** @param most series in all; no limit by default */
  constructor(readonly most = Number.POSITIVE_INFINITY) {}

  /** Series that were returned so far; a query without any counts as one. */
  get used(): number {
    return this.returned;
  }

  /** Queries that were sent so far, without those for further pages. */
  get queries(): number {
    return this.asked;
  }

  get left(): number {
    return Math.max(0, this.most - this.returned);
  }

  /**
   * To be called before a query is sent.
   *
   * @throws SeriesLimit when there is nothing left
   */
  reserve(): Reservation {
    if (this.left < 1) throw new SeriesLimit(this.most);
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
      },
    };
  }
}

export interface Reservation {
  /** Says how many series the query has returned so far. */
  count(series: number): void;
}
