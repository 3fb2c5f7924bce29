import { expect, it } from 'vitest';
import { CallError } from '../../../sync/protocol/errors';
import { collectGarbage } from '../collect-garbage';
import { JSON_LEVELS, parseJson, readBody } from './request-body';

/** A request whose body consists of these chunks, each produced on demand. */
function arriving(parts: Iterable<Uint8Array>, onPart: () => void = () => undefined): Request {
  const rest = parts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(to) {
      const { done, value } = rest.next();
      onPart();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

it('joins chunks of all sizes into the body', async () => {
  const sizes = [1, 70_000, 3, 0, 16_384, 16_383, 65_536, 5, 40_000, 1, 65_535, 2];
  const parts = sizes.map((size, i) => Uint8Array.from({ length: size }, (_, at) => (at + i) % 251));
  expect((await readBody(arriving(parts), 1_000_000)).equals(Buffer.concat(parts))).toBe(true);
  expect((await readBody(arriving([]), 10)).length).toBe(0);
});

it('stores a body of single bytes without an overhead for each chunk', async () => {
  const known: WeakRef<Uint8Array>[] = [];
  function* bytes(): Iterable<Uint8Array> {
    for (let i = 0; i < 2_000; i += 1) {
      const part = Uint8Array.of(i % 251);
      known.push(new WeakRef(part));
      yield part;
    }
  }
  // Not ended: memory is measured before the body is complete.
  let hold: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    async start(to) {
      for (const part of bytes()) to.enqueue(part);
      await new Promise<void>((resolve) => {
        hold = resolve;
      });
      to.close();
    },
  });
  const read = readBody(
    new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit),
    10_000,
  );
  await expect
    .poll(() => {
      collectGarbage();
      return known.filter((ref) => ref.deref() !== undefined).length;
    })
    .toBeLessThan(100);
  hold();
  expect((await read).length).toBe(2_000);
});

it('refuses a body as soon as it exceeds its limit, and stops reading on abort', async () => {
  await expect(readBody(arriving([new Uint8Array(6), new Uint8Array(6), new Uint8Array(6)]), 10)).rejects.toMatchObject(
    { code: 'REQUEST_BODY_TOO_LARGE' },
  );
  const given = new AbortController();
  const endless = (function* () {
    for (;;) yield new Uint8Array(1);
  })();
  const read = readBody(
    arriving(endless, () => given.abort(new CallError('OPERATE_TOO_FAST'))),
    10_000,
    given.signal,
  );
  await expect(read).rejects.toMatchObject({ code: 'OPERATE_TOO_FAST' });
});

const nested = (levels: number, open = '[', close = ']'): Buffer =>
  Buffer.from(open.repeat(levels) + close.repeat(levels));

it('refuses a deeply nested body before it is parsed', () => {
  expect(parseJson(nested(JSON_LEVELS))).toHaveLength(1);
  for (const levels of [JSON_LEVELS + 1, 100_000]) {
    expect(() => parseJson(nested(levels))).toThrow(expect.objectContaining({ code: 'PARAM_ERROR' }) as Error);
    expect(() => parseJson(nested(levels, '{"a":', '}'))).toThrow(
      expect.objectContaining({ code: 'PARAM_ERROR' }) as Error,
    );
  }
});

it('does not count brackets in strings, nor siblings, as levels', () => {
  const text = `${'[{'.repeat(JSON_LEVELS)}"\\`;
  expect(parseJson(Buffer.from(JSON.stringify({ [text]: text, list: Array(500).fill([{}]) })))).toMatchObject({
    [text]: text,
  });
  expect(() => parseJson(Buffer.from('["'))).toThrow(
    expect.objectContaining({ code: 'REQUEST_BODY_NOT_JSON' }) as Error,
  );
});
