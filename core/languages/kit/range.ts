/** Half-open range of the decoded filter. */
export interface TextRange {
  readonly offset: number;
  readonly end: number;
}
