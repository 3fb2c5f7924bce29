import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { droppedWordConflicts } from '../../merge/dropped-words';
import { textOfState } from '../../merge/note-text';
import { NOTE_FRAGMENT, NOTE_NODES } from '../../model/note-document';
import { fromBase64, toBase64, vectorOf } from '../../merge/yjs';
import { typed } from '../../../tests/support/typing';
import { mergeTyped } from './merge-typed';

afterEach(() => {
  vi.restoreAllMocks();
});

const base = typed(new Uint8Array(), 'Known.').state;
/** The first row of an update log: the whole text with an update. */
const logOf = (state: Uint8Array, words: string): Uint8Array => typed(state, words).state;

/** The merge, and the number of updates that it applied to documents. */
function counted(state: string, update: Uint8Array): { merge: ReturnType<typeof mergeTyped>; applied: number } {
  const emit = vi.spyOn(Y.Doc.prototype, 'emit');
  const merge = mergeTyped(state, update);
  const applied = emit.mock.calls.filter(([event]) => (event as string) === 'beforeTransaction').length;
  emit.mockRestore();
  return { merge, applied };
}

test('typing into the state at the start of the log decodes the state and the log once each', () => {
  const { merge, applied } = counted(toBase64(base), logOf(base, 'More. '));
  expect(applied).toBe(2);
  expect(textOfState(Y.encodeStateAsUpdate(merge!.doc))).toBe('More. Known.');
  expect(merge).toMatchObject({ changed: true, dropped: [], vector: vectorOf(toBase64(base)) });
});

test('a log that the state already contains changes nothing', () => {
  const log = logOf(base, 'More. ');
  expect(counted(toBase64(log), log)).toMatchObject({ merge: { changed: false, dropped: [] }, applied: 2 });
});

test('with an empty state, the result is the log', () => {
  expect(mergeTyped('', base)).toMatchObject({ changed: true, vector: '', dropped: [] });
});

test('reports words typed into a paragraph that the other side deleted, as the full comparison does', () => {
  const other = new Y.Doc();
  Y.applyUpdate(other, base);
  const fragment = other.getXmlFragment(NOTE_FRAGMENT);
  fragment.delete(0, fragment.length);
  const [state, log] = [Y.encodeStateAsUpdate(other), logOf(base, 'Late. ')];
  const merge = mergeTyped(toBase64(state), log)!;
  expect(merge.dropped).toEqual(droppedWordConflicts(log, state));
  expect(merge.dropped).toMatchObject([{ field: 'text.mine', mine: 'Late. Known.' }]);
});

test('reports words of the other side in a paragraph that was deleted here', () => {
  const mine = new Y.Doc();
  Y.applyUpdate(mine, base);
  const fragment = mine.getXmlFragment(NOTE_FRAGMENT);
  fragment.delete(0, fragment.length);
  const state = typed(base, 'Elsewhere. ').state;
  const merge = mergeTyped(toBase64(state), Y.encodeStateAsUpdate(mine))!;
  expect(merge.dropped).toMatchObject([{ field: 'text.theirs', theirs: 'Elsewhere. Known.' }]);
});

test('gives the result of a full comparison for random histories', () => {
  let seed = 7;
  const below = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  const edit = (doc: Y.Doc): void => {
    const text = doc.getXmlFragment(NOTE_FRAGMENT);
    if (text.length === 0 || below(4) === 0) {
      const paragraph = new Y.XmlElement(NOTE_NODES.block);
      paragraph.insert(0, [new Y.XmlText(`p${below(100)} `)]);
      text.insert(below(text.length + 1), [paragraph]);
    } else if (below(3) === 0) text.delete(below(text.length), 1);
    else ((text.get(below(text.length)) as Y.XmlElement).get(0) as Y.XmlText).insert(0, `w${below(100)} `);
  };
  const states = { contained: 0, concurrent: 0 };
  for (let round = 0; round < 200; round += 1) {
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    for (let n = below(4); n >= 0; n -= 1) edit(there);
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    for (let n = below(4); n >= 0; n -= 1) edit(here);
    for (let n = below(3); n > 0; n -= 1) edit(there);
    const [log, state] = [Y.encodeStateAsUpdate(here), Y.encodeStateAsUpdate(there)];
    const merge = mergeTyped(toBase64(state), log)!;
    expect(merge.dropped).toEqual(droppedWordConflicts(log, state));
    Y.applyUpdate(there, log);
    expect(Y.equalSnapshots(Y.snapshot(merge.doc), Y.snapshot(there))).toBe(true);
    states[counted(toBase64(state), log).applied === 2 ? 'contained' : 'concurrent'] += 1;
  }
  expect(Math.min(states.contained, states.concurrent)).toBeGreaterThan(20);
});

test('returns null if the state or the log cannot be decoded', () => {
  expect(mergeTyped('AAEC', base)).toBeNull();
  expect(mergeTyped('!', base)).toBeNull();
  expect(mergeTyped(toBase64(base), fromBase64('AAEC'))).toBeNull();
});
