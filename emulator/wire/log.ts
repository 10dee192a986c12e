/** Where the emulator says what it does. Never given a header, a query or a body: they may hold a token. */
export type Log = (line: string) => void;

export const silent: Log = () => undefined;
