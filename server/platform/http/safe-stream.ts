/**
 * The streaming form of safe fetch, for services whose address a client has named: the same checks of each address, and
 * the body as it arrives. Redirects are returned as they are and never followed: the request may carry a key. The
 * caller's signal is the only time limit.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CallError } from '../../../sync/protocol/errors';
import { notAccessible, openSafely, parseAddress, systemNetwork, tooLarge, type Network } from './safe-connection';
import { SAFE_FETCH_DEFAULTS } from './safe-fetch';

export interface SafeStreamRequest {
  headers: Readonly<Record<string, string>>;
  /** makes it a POST */
  body?: Buffer | undefined;
  /** closes the connection, also while the body is read */
  signal: AbortSignal;
}

export interface StreamedResource {
  status: number;
  headers: IncomingHttpHeaders;
  /** Ends the connection when it ends, fails or is abandoned. Throws WEBSITE_TOO_LARGE beyond the limit. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading on. */
  close(): void;
}

export type SafeStream = (address: string, request: SafeStreamRequest) => Promise<StreamedResource>;

/**
 * Throws CallError as safe fetch does, or the reason of the signal. A compressed body is refused, as none is requested.
 * @param ports besides 80 and 443
 * @param bodyBytes longest body
 * @param privateNetworks hosts may lead to private networks and to this machine, on every port
 */
export function createSafeStream(
  {
    ports = [],
    bodyBytes,
    privateNetworks = false,
  }: { ports?: readonly number[]; bodyBytes: number; privateNetworks?: boolean },
  network: Network = systemNetwork,
): SafeStream {
  const allowedPorts = privateNetworks ? null : new Set([80, 443, ...ports]);
  const explained = (error: unknown, signal: AbortSignal): unknown => {
    if (signal.aborted) return signal.reason;
    return error instanceof CallError ? error : notAccessible('The server cannot be reached.', error);
  };
  return async (address, { headers, body, signal }) => {
    const url = parseAddress(address, undefined, allowedPorts);
    signal.throwIfAborted();
    const sent = {
      'user-agent': SAFE_FETCH_DEFAULTS.userAgent,
      ...headers,
      'accept-encoding': 'identity',
      ...(body ? { 'content-length': String(body.byteLength) } : {}),
    };
    const open = await openSafely(
      url,
      { headers: sent, body, headerBytes: SAFE_FETCH_DEFAULTS.headerBytes, privateNetworks, signal },
      network,
    ).catch((error: unknown) => {
      throw explained(error, signal);
    });
    const { response, close } = open;
    // without a reader an error of the body must not become an uncaught exception
    response.on('error', () => {});
    const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (encoding !== 'identity' && encoding !== '') {
      close();
      throw notAccessible('The response has a content encoding that was not asked for.');
    }
    async function* limited(): AsyncGenerator<Uint8Array> {
      let bytes = 0;
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          bytes += chunk.byteLength;
          if (bytes > bodyBytes) throw tooLarge();
          yield chunk;
        }
      } catch (error) {
        throw explained(error, signal);
      } finally {
        close();
      }
    }
    return { status: response.statusCode!, headers: response.headers, body: limited(), close };
  };
}
