import { ServiceError } from "../errors";

/** A source of credentials for requests. Nothing is read or started before the first call. */
export interface CredentialSource {
  /** Description for messages such as "did not accept …", for example "the access token of gcloud". Never a secret. */
  readonly label: string;
  /** The next step when the service does not accept what this source gives. */
  readonly action?: string;
  /** Request headers; may be served from memory. Rejects with a `ServiceError` of kind "credentials". */
  headers(signal?: AbortSignal): Promise<Record<string, string>>;
  /** True if `forget` has no effect, because the same credentials would be sent again. */
  readonly fixed?: boolean;
  /** Clears the cache, because the service rejected the credentials. */
  forget(): void;
}

/** The error of a source: what is missing and the next step, without anything secret. */
export function credentialError(message: string, action: string): ServiceError {
  return new ServiceError("credentials", message, { action });
}

/** `authorization` for a bearer token; rejects text that is not valid in a header. */
export function bearer(token: string, label: string, action: string): Record<string, string> {
  const trimmed = token.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw credentialError(`${label} returned no valid access token.`, action);
  return { authorization: `Bearer ${trimmed}` };
}

/** Rejects as soon as the signal is aborted, for work that cannot be stopped itself. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const stopped = () => new ServiceError("cancelled", "Sign-in was canceled.");
  if (signal.aborted) return Promise.reject(stopped());
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(stopped());
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
