/** Reads the body of a call within its limit. */
import { CallError } from '../../../sync/protocol/errors';

/** bytes */
export const BODY_DEFAULT = 1024 * 1024;

/** The client closed the connection before its request was answered: nobody's fault, and nobody is there to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** What nginx writes for a request whose client left; in metrics and the log only. */
export const CLIENT_GONE = 499;

/** Bytes that a body announces, `limit` where it does not say. */
export const announcedBytes = (request: Request, limit: number): number => {
  const length = request.headers.get('content-length');
  return length === null ? (request.body ? limit : 0) : Math.min(Number(length), limit);
};

const EMPTY = new Uint8Array(0);

/** The whole body. Throws REQUEST_BODY_TOO_LARGE as soon as that is known, ClientGoneError where it is cut. */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = (): CallError => new CallError('REQUEST_BODY_TOO_LARGE', { params: { maxSize: limit } });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => { throw new ClientGoneError('the body was cut', { cause }); });
    if (done) return joined(parts, size);
    size += value.length;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    parts.push(value);
  }
}

/** As one buffer. The parts go while it grows, so that there are never two of a large body. */
function joined(parts: Uint8Array[], size: number): Buffer {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    whole.set(part, at);
    at += part.length;
    parts[i] = EMPTY;
  }
  return whole;
}

/** The JSON value of a body; undefined for an empty one. Throws REQUEST_BODY_NOT_JSON. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw new CallError('REQUEST_BODY_NOT_JSON', { cause });
  }
}

/** The entries of a multipart body; a name that comes several times is a list. Throws PARAM_ERROR. */
export async function parseMultipart(body: Buffer, contentType: string | null): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch (cause) {
    throw new CallError('PARAM_ERROR', { message: 'the body is not multipart/form-data', cause });
  }
  return Object.fromEntries([...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  }));
}
