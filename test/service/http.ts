/** What came back for one request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. Reading a member of a body that is no JSON fails. */
  readonly json: Body;
}

/** The members of the service's answers that the tests look at. */
export interface Body {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly details?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly name: string;
  readonly etag: string;
  readonly displayName: string;
  readonly dashboards?: readonly Body[];
  readonly nextPageToken?: string;
  readonly [member: string]: unknown;
}

export interface Request {
  /** `METHOD /path?query`. */
  readonly send: string;
  /** Sent as JSON unless it is text, which is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request over HTTP. Rejects when the connection breaks. */
export async function call(base: string, { send, body, headers }: Request): Promise<Answer> {
  const [method = "GET", path = "/"] = send.split(" ");
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parsed(text) as Body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
