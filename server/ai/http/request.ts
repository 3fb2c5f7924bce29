/**
 * A request to a provider: with the key, time limits, a limit of the answer's bytes, and strict UTF-8.
 *
 *   send ──firstMs──► first byte ──betweenMs──► next ──betweenMs──► … end
 *     └───────────────────────────totalMs──────────────────────────┘
 */
import { ProviderFailure, type FailureKind } from '../failure';
import { refusalOf, retryAfter } from './status';
import type { Transport, TransportResponse } from './transport';

/** Milliseconds. */
export interface TimeLimits {
  /** until the answer's first byte */
  firstMs: number;
  /** between two parts of the answer */
  betweenMs: number;
  /** until its last byte */
  totalMs: number;
}

/** The specification's maximum of 300 s; a local model may load for a minute before its first token. */
export const TIME_LIMITS: TimeLimits = { firstMs: 120_000, betweenMs: 60_000, totalMs: 300_000 };

export interface Endpoint {
  /** base address without a trailing slash */
  url: string;
  /** '' if there is none */
  apiKey: string;
  transport: Transport;
  times?: Partial<TimeLimits>;
}

export interface ProviderRequest {
  /** appended to the endpoint's address, unless that already ends with it */
  path: string;
  /** for a GET */
  query?: Record<string, string>;
  /** makes it a POST */
  body?: { bytes: Buffer; type: string };
  accept: string;
  /** `Authorization` with the key by default */
  headers?: Record<string, string>;
  /** most bytes of the answer */
  maxBytes: number;
  /** failure kinds of statuses that mean something else for this request */
  refusals?: Readonly<Record<number, FailureKind>>;
  /** the reader reports progress itself, since bytes without content, such as comments of a stream, do not count */
  reportsProgress?: boolean;
  signal: AbortSignal;
}

export interface ProviderAnswer {
  contentType: string;
  /** Throws ProviderFailure at each limit. Closes the connection if the reader stops early. */
  body: AsyncIterable<Uint8Array>;
  /** Reports that content has arrived; used with `reportsProgress`. */
  progress(): void;
  /** Closes the connection of an answer whose body is not read. */
  close(): void;
}

/** bytes of a refusal's body that are read to determine its kind */
const EXCERPT_BYTES = 4096;

export const jsonBody = (value: unknown): { bytes: Buffer; type: string } => ({
  bytes: Buffer.from(JSON.stringify(value)),
  type: 'application/json',
});

/** Name of a provider for people and logs: the host, not the whole address. */
export const hostOf = (address: string): string => new URL(address).host;

function addressOf(endpoint: Endpoint, { path, query }: ProviderRequest): string {
  const address = endpoint.url.endsWith(path) ? endpoint.url : `${endpoint.url}${path}`;
  return query ? `${address}?${new URLSearchParams(query).toString()}` : address;
}

/** Aborts at each of the time limits. */
class Deadlines {
  private readonly end = new AbortController();
  readonly signal = this.end.signal;
  private next: NodeJS.Timeout | undefined;
  private readonly total: NodeJS.Timeout;
  private readonly stop = (): void => this.end.abort(this.outer.reason);

  constructor(
    private readonly outer: AbortSignal,
    private readonly times: TimeLimits,
  ) {
    outer.throwIfAborted();
    this.total = setTimeout(() => this.expire(), times.totalMs);
    this.next = setTimeout(() => this.expire(), times.firstMs);
    outer.addEventListener('abort', this.stop, { once: true });
  }

  private expire(): void {
    this.end.abort(new ProviderFailure('late', 'the provider did not answer in time'));
  }

  arrived(): void {
    clearTimeout(this.next);
    this.next = setTimeout(() => this.expire(), this.times.betweenMs);
  }

  /** Stops the limit between parts while the reader processes one. */
  paused(): void {
    clearTimeout(this.next);
  }

  close(): void {
    clearTimeout(this.next);
    clearTimeout(this.total);
    this.outer.removeEventListener('abort', this.stop);
  }
}

async function excerptOf(response: TransportResponse): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body) {
      parts.push(Buffer.from(part));
      bytes += part.byteLength;
      if (bytes >= EXCERPT_BYTES) break;
    }
  } catch {
    // without a readable body, the status gives the kind of the refusal
  }
  return Buffer.concat(parts).subarray(0, EXCERPT_BYTES).toString('latin1');
}

/** Throws ProviderFailure, or the reason of the signal. */
export async function send(endpoint: Endpoint, request: ProviderRequest): Promise<ProviderAnswer> {
  const deadlines = new Deadlines(request.signal, { ...TIME_LIMITS, ...endpoint.times });
  try {
    const response = await endpoint.transport(addressOf(endpoint, request), {
      headers: {
        accept: request.accept,
        ...(request.body ? { 'content-type': request.body.type } : {}),
        ...(request.headers ?? (endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {})),
      },
      body: request.body?.bytes,
      signal: deadlines.signal,
    });
    if (response.status < 200 || response.status > 299) {
      const excerpt = await excerptOf(response);
      response.close();
      const kind = request.refusals?.[response.status];
      throw kind
        ? new ProviderFailure(kind, `the provider answered ${response.status}`)
        : refusalOf(response.status, retryAfter(response.retryAfter, Date.now()), excerpt);
    }
    return {
      contentType: response.contentType,
      body: limited(response, deadlines, request),
      progress: () => deadlines.arrived(),
      close: () => {
        response.close();
        deadlines.close();
      },
    };
  } catch (error) {
    deadlines.close();
    throw error;
  }
}

async function* limited(
  response: TransportResponse,
  deadlines: Deadlines,
  { maxBytes, reportsProgress = false }: ProviderRequest,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const part of response.body) {
      bytes += part.byteLength;
      if (bytes > maxBytes) throw new ProviderFailure('endless', 'the answer is too long');
      if (!reportsProgress) deadlines.paused();
      yield part;
      if (!reportsProgress) deadlines.arrived();
    }
  } finally {
    response.close();
    deadlines.close();
  }
}

/** Reads the whole answer. */
export async function sendWhole(
  endpoint: Endpoint,
  request: ProviderRequest,
): Promise<{ contentType: string; bytes: Buffer }> {
  const { body, contentType } = await send(endpoint, request);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { contentType, bytes: Buffer.concat(parts) };
}

/** Throws ProviderFailure('malformed') for bytes that are not JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // the parser's error would quote the text
    throw new ProviderFailure('malformed', 'the answer is not JSON');
  }
}

/** Reads an answer in JSON. */
export const sendForJson = async (endpoint: Endpoint, request: Omit<ProviderRequest, 'accept'>): Promise<unknown> =>
  parseJson((await sendWhole(endpoint, { ...request, accept: 'application/json' })).bytes);
