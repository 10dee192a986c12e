/** The file or the profile is invalid; nothing was sent. */
export interface BlockedOutcome {
  readonly kind: "impossible";
  readonly message: string;
  /** The one thing the user can do about it. */
  readonly action: string;
}
