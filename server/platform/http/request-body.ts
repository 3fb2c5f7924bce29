/** Reads the body of a call within its size limit. */
import { CallError } from '../../../sync/protocol/errors';

/** bytes */
export const BODY_DEFAULT = 1024 * 1024;

/** The client disconnected before its request was answered: not an error, and no response is possible. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** nginx' status for a disconnected client; in metrics and the log only. */
export const CLIENT_GONE = 499;

/** The Content-Length of a body; `limit` if absent. */
export const announcedBytes = (request: Request, limit: number): number => {
  const length = request.headers.get('content-length');
  return length === null ? (request.body ? limit : 0) : Math.min(Number(length), limit);
};

const EMPTY: Uint8Array = new Uint8Array(0);

/**
 * Reads the whole body. Throws REQUEST_BODY_TOO_LARGE as early as possible, ClientGoneError if it is cut off, and the
 * reason of `givenUp` when that fires.
 */
export async function readBody(request: Request, limit: number, givenUp?: AbortSignal): Promise<Buffer> {
  const tooLarge = (): CallError => new CallError('REQUEST_BODY_TOO_LARGE', { params: { maxSize: limit } });
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const parts = new Parts();
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await readPart(reader, givenUp);
    if (done) return parts.joined();
    if (parts.size + value.length > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    parts.add(value);
  }
}

function readPart(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  givenUp: AbortSignal | undefined,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(givenUp!.reason as Error);
    if (givenUp?.aborted) return stop();
    givenUp?.addEventListener('abort', stop, { once: true });
    reader
      .read()
      .then(resolve, (cause: unknown) => reject(new ClientGoneError('the body was cut', { cause })))
      .finally(() => givenUp?.removeEventListener('abort', stop));
  });
}

/** Chunks from this size in bytes are stored without copying. */
const LARGE_PART = 16 * 1024;
const BLOCK = 64 * 1024;

/**
 * Chunks of a body as they arrive. The client chooses their size, and each stored chunk costs about 200 bytes: small
 * ones are copied into blocks, as a body of 15 MB in single bytes would take 3 GB.
 */
class Parts {
  size = 0;
  private readonly parts: Uint8Array[] = [];
  private block = EMPTY;
  private filled = 0;

  add(part: Uint8Array): void {
    this.size += part.length;
    if (part.length >= LARGE_PART) {
      this.endBlock();
      this.parts.push(part);
      return;
    }
    if (this.filled + part.length > this.block.length) {
      this.endBlock();
      this.block = new Uint8Array(BLOCK);
    }
    this.block.set(part, this.filled);
    this.filled += part.length;
  }

  /**
   * Joins the chunks into one buffer and releases each one meanwhile, so that a large body is never in memory twice.
   */
  joined(): Buffer {
    this.endBlock();
    const joined = Buffer.allocUnsafe(this.size);
    let at = 0;
    for (const [i, part] of this.parts.entries()) {
      joined.set(part, at);
      at += part.length;
      this.parts[i] = EMPTY;
    }
    return joined;
  }

  /** Starts a new block with the next chunk. */
  private endBlock(): void {
    if (this.filled === 0) return;
    this.parts.push(this.block.subarray(0, this.filled));
    this.block = this.block.subarray(this.filled);
    this.filled = 0;
  }
}

/**
 * Maximum nesting of a JSON body, far more than any call needs. Recursive serialisers and walkers overflow the stack at
 * some thousand levels.
 */
export const JSON_LEVELS = 100;

/**
 * Parses a JSON body; undefined for an empty one. Throws REQUEST_BODY_NOT_JSON, and PARAM_ERROR for too deep nesting.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (levelsOf(body) > JSON_LEVELS)
    throw new CallError('PARAM_ERROR', { message: `the body has more than ${JSON_LEVELS} levels` });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw new CallError('REQUEST_BODY_NOT_JSON', { cause });
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}') as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Nesting of brackets outside strings, counted up to the limit. */
function levelsOf(json: Buffer): number {
  let [level, deepest, inText] = [0, 0, false];
  for (let at = 0; at < json.length && deepest <= JSON_LEVELS; at += 1) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) deepest = Math.max(deepest, (level += 1));
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
  }
  return deepest;
}

/** Entries of a multipart body; a repeated name becomes a list. Throws PARAM_ERROR. */
export async function parseMultipart(body: Buffer, contentType: string | null): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch (cause) {
    throw new CallError('PARAM_ERROR', { message: 'the body is not multipart/form-data', cause });
  }
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
