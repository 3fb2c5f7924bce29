/** Reads the body of a call within its limit. */
import { CallError } from '../../../sync/protocol/errors';

/** bytes */
export const BODY_DEFAULT = 1024 * 1024;

/** The whole body. Throws REQUEST_BODY_TOO_LARGE as soon as that is known. */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = (): CallError => new CallError('REQUEST_BODY_TOO_LARGE', { params: { maxSize: limit } });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts);
    size += value.length;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    parts.push(value);
  }
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
