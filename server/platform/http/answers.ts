/** API responses: JSON, never cached, compressed if large. */
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CallError, ERRORS, type ErrorCode } from '../../../sync/protocol/errors';
import { SERVER_TIME_HEADER } from '../../../sync/protocol/messages';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** minimum bytes for compression; below, it costs more than it saves */
const COMPRESS_FROM = 2_048;

/** Chooses the response's encoding; brotli at a low level is as fast as gzip and smaller. */
export function acceptedEncoding(header: string | null | undefined): 'br' | 'gzip' | null {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', q] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return [name, q === undefined ? 1 : Number(q)] as const;
    }),
  );
  if ((accepted.get('br') ?? 0) > 0) return 'br';
  return (accepted.get('gzip') ?? 0) > 0 ? 'gzip' : null;
}

/**
 * A JSON response, compressed from COMPRESS_FROM bytes on.
 * @param now the server's time, milliseconds since the epoch, for the clock of the device
 */
export async function jsonAnswer(
  request: Request,
  requestId: string,
  now: number,
  status: number,
  body: unknown,
  headers: Headers = new Headers(),
): Promise<Response> {
  headers.set('content-type', 'application/json; charset=utf-8');
  headers.set('cache-control', 'no-store');
  headers.set(SERVER_TIME_HEADER, String(now));
  headers.set('x-request-id', requestId);
  const text = Buffer.from(JSON.stringify(body));
  const encoding = text.length >= COMPRESS_FROM ? acceptedEncoding(request.headers.get('accept-encoding')) : null;
  headers.append('vary', 'accept-encoding');
  if (!encoding) return new Response(text, { status, headers });
  headers.set('content-encoding', encoding);
  const packed =
    encoding === 'br'
      ? await brotli(text, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
        })
      : await zip(text, { level: 5 });
  return new Response(packed, { status, headers });
}

export interface Failure {
  status: number;
  body: {
    success: false;
    error: ErrorCode;
    message: string;
    fieldErrors?: Record<string, string>;
    params?: Record<string, string | number>;
  };
}

/** PostgreSQL error codes of a concurrent write that a retry resolves. */
const LOCKED = new Set(['55P03', '40P01', '40001']);

/** PostgreSQL error codes of a string with U+0000, which its text types cannot store. */
const NO_TEXT = new Set(['22021', '22P05']);

/** Converts an expected error to a CallError; returns null for an unexpected one. */
export function expectedError(error: unknown): CallError | null {
  if (error instanceof CallError) return error;
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && LOCKED.has(code)) return new CallError('DATA_LOCK_FAILED', { cause: error });
  if (typeof code === 'string' && NO_TEXT.has(code))
    return new CallError('PARAM_ERROR', { message: 'a text holds U+0000', cause: error });
  if (error.message === 'timeout exceeded when trying to connect') return new CallError('HTTP_503', { cause: error });
  return null;
}

/** Status and body of an error response. */
export function failure(error: CallError): Failure {
  const { fieldErrors, params } = error.details;
  // The message is for developers; people read the text of the code. It does not reveal internals of a server error.
  const message = ERRORS[error.code].status >= 500 ? error.code : error.message;
  return {
    status: error.status,
    body: {
      success: false,
      error: error.code,
      message,
      ...(fieldErrors ? { fieldErrors } : {}),
      ...(params ? { params } : {}),
    },
  };
}

/** Error response of a raw handler. */
export function answerFailure(response: ServerResponse, now: number, error: CallError): void {
  const { status, body } = failure(error);
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      [SERVER_TIME_HEADER]: now,
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
