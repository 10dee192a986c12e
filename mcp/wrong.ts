/** A call that cannot be answered as asked. The message says what to change, so that a model can correct itself. */
export class Wrong extends Error {}
