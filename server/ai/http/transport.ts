/**
 * Connections to providers. Addresses of the operator are trusted. Addresses of an organization are checked and resolved
 * once, and the connection uses the checked address (server/platform/http/safe-stream.ts). Redirects are not followed, as
 * they would send the key elsewhere.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Network } from '../../platform/http/safe-connection';
import { createSafeStream } from '../../platform/http/safe-stream';
import { ProviderFailure } from '../failure';

export interface TransportRequest {
  headers: Record<string, string>;
  /** makes it a POST */
  body?: Buffer | undefined;
  /** closes the connection, also while the body is read */
  signal: AbortSignal;
}

export interface TransportResponse {
  status: number;
  contentType: string;
  retryAfter: string | null;
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the rest. */
  close(): void;
}

/** Throws ProviderFailure, or the reason of the signal. */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>;

/** Ports on which model servers listen by default, besides 80 and 443. */
const PROVIDER_PORTS = [1234, 4000, 8000, 8080, 8443, 11434];
/** most bytes of a body; each request has a lower limit of its own */
const TRANSFER_BYTES = 256 * 1024 * 1024;

const unreachable = (): ProviderFailure => new ProviderFailure('unavailable', 'the provider cannot be reached');

export const trustedTransport: Transport = async (url, { headers, body, signal }) => {
  let response: Response;
  // a controller per request, so that a caller that abandons the body closes the connection
  const end = new AbortController();
  const stop = (): void => end.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  const close = (): void => {
    signal.removeEventListener('abort', stop);
    end.abort();
  };
  try {
    response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers,
      body: (body as BodyInit | undefined) ?? null,
      signal: end.signal,
    });
  } catch {
    close();
    // the error of fetch may contain a header
    throw signal.aborted ? (signal.reason as Error) : unreachable();
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
    } catch {
      throw signal.aborted ? (signal.reason as Error) : new ProviderFailure('cut', 'the answer was cut off');
    } finally {
      close();
    }
  }
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
    body: read(),
    close,
  };
};

function failureOf(error: unknown): unknown {
  if (!(error instanceof CallError) || error instanceof ProviderFailure) return error;
  switch (error.code) {
    case 'WEBSITE_URL_INVALID':
    case 'WEBSITE_URL_NOT_PUBLIC':
    case 'WEBSITE_PORT_NOT_ALLOWED':
      return new ProviderFailure('address', 'the address is not allowed: it is not on the public internet');
    case 'WEBSITE_TOO_LARGE':
      return new ProviderFailure('endless', 'the answer is too long');
    default:
      return unreachable();
  }
}

/**
 * @param network replaced in tests
 * @param privateNetworks addresses may be in private networks, this machine included
 */
export function checkedTransport(network?: Network, { privateNetworks = false } = {}): Transport {
  const stream = createSafeStream({ ports: PROVIDER_PORTS, bodyBytes: TRANSFER_BYTES, privateNetworks }, network);
  return async (url, request) => {
    const response = await stream(url, request).catch((error: unknown) => {
      throw request.signal.aborted ? error : failureOf(error);
    });
    async function* read(): AsyncGenerator<Uint8Array> {
      try {
        yield* response.body;
      } catch (error) {
        if (request.signal.aborted) throw error;
        const failure = failureOf(error) as ProviderFailure;
        throw failure.kind === 'unavailable' ? new ProviderFailure('cut', 'the answer was cut off') : failure;
      }
    }
    return {
      status: response.status,
      contentType: response.headers['content-type'] ?? '',
      retryAfter: response.headers['retry-after'] ?? null,
      body: read(),
      close: response.close,
    };
  };
}
