import { Node, Slice } from 'prosemirror-model';
import { afterEach, expect, test, vi } from 'vitest';
import { countText } from '../../../sync/merge/note-text';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { countBlocks } from './counting';
import { createNoteSchema } from './schema';

afterEach(() => {
  vi.restoreAllMocks();
});

const schema = createNoteSchema();
/** The texts of the blocks that were counted. */
const watchReads = () => vi.spyOn(Node.prototype, 'textBetween');
const block = (...lines: string[]) =>
  schema.nodes[NOTE_NODES.block]!.create(
    null,
    lines.flatMap((line, i) => [
      ...(i > 0 ? [schema.nodes[NOTE_NODES.hardBreak]!.create()] : []),
      ...(line ? [schema.text(line)] : []),
    ]),
  );
const divider = () => schema.nodes[NOTE_NODES.divider]!.create();
const doc = (...blocks: ReturnType<typeof block>[]) => schema.nodes[NOTE_NODES.doc]!.create(null, blocks);
const never = (): boolean => false;

test('counting blocks equals counting the whole text', () => {
  const text = doc(
    block('Two words', 'can’t', 'e'),
    block('\u0301 begins with an accent 👩‍👩‍👧'),
    divider(),
    block(),
    block('日本語の文章', '안녕하세요'),
    schema.nodes[NOTE_NODES.code]!.create(null, schema.text('let a;\r\n\nb')),
  );
  expect(countBlocks(text, never)).toEqual(countText(text.textBetween(0, text.content.size, '\n', '\n')));
});

test('a keystroke counts only its block', () => {
  const before = doc(block('one'), block('two'), block('three'));
  countBlocks(before, never);
  const reads = watchReads();
  const after = before.replace(1, 1, new Slice(block('x ').content, 0, 0));
  expect(countBlocks(after, never)).toEqual({ words: 4, characters: 12 });
  expect(reads.mock.results.map(({ value }) => value as string)).toEqual(['x one']);
});

test('a long text is counted in steps, each block once', () => {
  const text = doc(block('one'), block('two'), block('three'));
  const reads = watchReads();
  const pieces: unknown[] = [];
  do {
    const till = reads.mock.calls.length + 1;
    pieces.push(countBlocks(text, () => reads.mock.calls.length >= till));
  } while (pieces.at(-1) === null && pieces.length < 9);
  expect(pieces).toEqual([null, null, { words: 3, characters: 11 }]);
  expect(reads).toHaveBeenCalledTimes(3);
});
