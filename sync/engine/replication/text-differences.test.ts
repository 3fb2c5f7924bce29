import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../merge/yjs';
import type { Call } from '../../protocol/client';
import type { WireDoc } from '../../protocol/messages';
import { completeTexts } from './text-differences';

const stateOf = (doc: Y.Doc): string => toBase64(Y.encodeStateAsUpdate(doc));
const textOf = (state: unknown): string => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(String(state)));
  return doc.getText('').toString();
};
/** A document with this text, or a copy of a state with the text at its end. */
function typed(text: string, state?: string): Y.Doc {
  const doc = new Y.Doc();
  if (state) Y.applyUpdate(doc, fromBase64(state));
  const shared = doc.getText('');
  shared.insert(shared.length, text);
  return doc;
}

interface Requested {
  id: string;
  vector?: string;
}

/** A device with stored rows and a server with states by id; `answer` replaces the server's difference of a text. */
function setup(
  rows: Record<string, Record<string, unknown>>,
  server: Record<string, string | 'deleted'>,
  answer: (id: string, vector: string) => Partial<Record<'update' | 'vector' | 'state', string>> = (id, vector) => ({
    update: toBase64(Y.diffUpdate(fromBase64(server[id]!), fromBase64(vector))),
    vector: toBase64(Y.encodeStateVectorFromUpdate(fromBase64(server[id]!))),
  }),
) {
  const requests: Requested[][] = [];
  const documents = {
    stored: async (_: string, ids: string[]) =>
      ids.flatMap((id) => (rows[id] ? [{ id, _deleted: false, waits: false, ...rows[id] }] : [])),
  };
  const call = async (_: unknown, { texts }: { texts: Requested[] }): Promise<{ documents: WireDoc[] }> => {
    requests.push(texts);
    return {
      documents: texts.flatMap(({ id, vector }): WireDoc[] => {
        const state = server[id];
        if (state === undefined) return [];
        if (state === 'deleted') return [{ id, _deleted: true, rev: '3-c' }];
        return [{ id, rev: '2-b', ...(vector === undefined ? { state } : answer(id, vector)) } as unknown as WireDoc];
      }),
    };
  };
  const complete = (...ids: string[]): Promise<WireDoc[]> =>
    completeTexts(
      { documents } as never,
      call as unknown as Call,
      ids.map((id) => ({ id, rev: '2-b', stateOmitted: true }) as unknown as WireDoc),
      new AbortController().signal,
    );
  return { requests, complete, call };
}
const texts = (documents: WireDoc[]): unknown[] =>
  documents.map((document) => (document._deleted ? 'deleted' : textOf((document as { state?: unknown }).state)));

const known = stateOf(typed('A long text. '));
const current = stateOf(typed('One paragraph more.', known));

test('a difference completes the stored state to the state of the server', async () => {
  const device = setup({ n: { state: known } }, { n: current });
  const [document] = await device.complete('n');
  expect(texts([document!])).toEqual(['A long text. One paragraph more.']);
  expect(document).toEqual({ id: 'n', rev: '2-b', state: expect.any(String) as string });
  expect(device.requests).toEqual([[{ id: 'n', vector: expect.any(String) as string }]]);
});

test('deletions are part of the difference, also without new words', async () => {
  const doc = typed('', known);
  doc.getText('').delete(0, 7);
  const device = setup({ n: { state: known } }, { n: stateOf(doc) });
  expect(texts(await device.complete('n'))).toEqual(['text. ']);
  expect(device.requests).toHaveLength(1);
});

test('a text that is absent, pending, deleted or undecodable on the device is requested whole', async () => {
  const device = setup(
    {
      pending: { state: known, waits: true },
      deleted: { state: known, _deleted: true },
      empty: { state: '' },
      broken: { state: 'AAEC' },
    },
    { absent: current, pending: current, deleted: current, empty: current, broken: current },
  );
  const all = ['absent', 'pending', 'deleted', 'empty', 'broken'];
  expect(texts(await device.complete(...all))).toEqual(all.map(() => 'A long text. One paragraph more.'));
  expect(device.requests).toEqual([all.map((id) => ({ id }))]);
});

test('a stored state with content or deletions that the server refused is replaced by the whole', async () => {
  const words = stateOf(typed('Refused.', known));
  const deleted = typed('', known);
  deleted.getText('').delete(0, 7);
  for (const state of [words, stateOf(deleted)]) {
    const device = setup({ n: { state } }, { n: current });
    expect(texts(await device.complete('n'))).toEqual(['A long text. One paragraph more.']);
    expect(device.requests).toEqual([[{ id: 'n', vector: expect.any(String) as string }], [{ id: 'n' }]]);
  }
});

test('a difference that does not fit is not used: other base, missing part, undecodable', async () => {
  const later = stateOf(typed(' And a second.', current));
  const whole = toBase64(Y.encodeStateVectorFromUpdate(fromBase64(later)));
  for (const update of [
    toBase64(Y.diffUpdate(fromBase64(later), Y.encodeStateVectorFromUpdate(fromBase64(current)))),
    toBase64(Y.diffUpdate(fromBase64(current), Y.encodeStateVectorFromUpdate(fromBase64(known)))),
    'AAEC',
    '',
  ]) {
    const device = setup({ n: { state: known } }, { n: later }, () => ({ update, vector: whole }));
    expect(texts(await device.complete('n'))).toEqual(['A long text. One paragraph more. And a second.']);
    expect(device.requests).toHaveLength(2);
  }
});

test('a text that became invisible is omitted, and a text that was deleted is applied as a deletion', async () => {
  const device = setup({ gone: { state: known }, hidden: { state: known } }, { gone: 'deleted', other: current });
  expect(await device.complete('hidden', 'gone')).toEqual([{ id: 'gone', _deleted: true, rev: '3-c' }]);
});

test('documents with their state cause no request and keep their order', async () => {
  const device = setup({ n: { state: known } }, { n: current });
  const whole = { id: 'whole', rev: '1-a', state: known } as unknown as WireDoc;
  const signal = new AbortController().signal;
  expect(await completeTexts({ documents: {} } as never, device.call as unknown as Call, [whole], signal)).toEqual([
    whole,
  ]);
  expect(device.requests).toEqual([]);
});

test('many texts are requested in parts', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `n${n}`);
  const each = <T>(value: T): Record<string, T> => Object.fromEntries(ids.map((id) => [id, value]));
  const device = setup(each({ state: known }), each(current));
  expect((await device.complete(...ids)).map(({ id }) => id)).toEqual(ids);
  expect(device.requests.map((texts) => texts.length)).toEqual([25, 25, 10]);
});

test('an answer without room for all texts is continued', async () => {
  const asked: string[][] = [];
  const answers =
    (next: (ids: string[]) => string | undefined) =>
    async (_: unknown, { texts }: { texts: Requested[] }) => {
      const ids = texts.map(({ id }) => id);
      asked.push(ids);
      return { documents: [{ id: ids[0]!, rev: '2-b', state: current }], next: next(ids) };
    };
  const incomplete = ['a', 'b', 'c'].map((id) => ({ id, rev: '2-b', stateOmitted: true }) as unknown as WireDoc);
  const complete = (call: unknown): Promise<WireDoc[]> =>
    completeTexts(
      { documents: { stored: async () => [] } } as never,
      call as Call,
      incomplete,
      new AbortController().signal,
    );
  expect((await complete(answers((ids) => ids[1]))).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
  // an answer that does not advance, or names a text that was not requested
  await expect(complete(answers((ids) => ids[0]))).rejects.toThrow();
  await expect(complete(answers(() => 'other'))).rejects.toThrow();
});
