/** The emulator's log. Never log a header, a query or a body, because they may contain a token. */
export type Log = (line: string) => void;

export const silent: Log = () => undefined;
