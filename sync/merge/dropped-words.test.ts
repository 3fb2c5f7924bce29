import { expect, test } from 'vitest';
import fc from 'fast-check';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { droppedWordConflicts, droppedWords } from './dropped-words';
import { mergeDocument, type Version } from './merge';
import { spliceBlocks, textBlock } from './note-blocks';
import { markdownOfState, stateFromMarkdown, textOfState, withMarkdownAtEnd } from './note-text';
import { fromBase64, toBase64 } from './yjs';

/** A copy of a state, edited by a new Yjs client. */
function edited(state: Uint8Array, edit: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  edit(doc);
  return Y.encodeStateAsUpdate(doc);
}
const textOf = (doc: Y.Doc, block: number): Y.XmlText =>
  (doc.getXmlFragment(NOTE_FRAGMENT).get(block) as Y.XmlElement).get(0) as Y.XmlText;
const typeInto =
  (block: number, at: number, words: string) =>
  (doc: Y.Doc): void => {
    textOf(doc, block).insert(at, words);
  };
const remove =
  (block: number) =>
  (doc: Y.Doc): void => {
    doc.getXmlFragment(NOTE_FRAGMENT).delete(block, 1);
  };

const START = stateFromMarkdown('# Plan\n\n- buy bread\n\nThe end.');

test('words typed into a block that the other side deleted are returned with their block, whichever side merges', () => {
  const typed = edited(START, typeInto(1, 9, ' and butter'));
  const deleted = edited(START, remove(1));
  expect(droppedWords(typed, deleted)).toEqual({ mine: '- buy bread and butter', theirs: '' });
  expect(droppedWords(deleted, typed)).toEqual({ mine: '', theirs: '- buy bread and butter' });
  expect(droppedWordConflicts(deleted, typed)).toEqual([
    { field: 'text.theirs', mine: '', theirs: '- buy bread and butter', stands: 'mine' },
  ]);
});

test('a mention set in a deleted block is lost words', () => {
  const mentioned = edited(START, (doc) => {
    const mention = new Y.XmlElement('mention');
    for (const [name, value] of Object.entries({ kind: 'note', id: 'n1', label: 'Plan' }))
      mention.setAttribute(name, value);
    (doc.getXmlFragment(NOTE_FRAGMENT).get(1) as Y.XmlElement).insert(1, [mention]);
  });
  expect(droppedWords(mentioned, edited(START, remove(1))).mine).toBe('- buy bread[Plan](mention:note/n1)');
});

test('a deletion by a side that had received the words is no loss, nor is a side’s own deletion', () => {
  const typed = edited(START, typeInto(1, 9, ' and butter'));
  expect(droppedWords(typed, edited(typed, remove(1)))).toEqual({ mine: '', theirs: '' });
  expect(droppedWords(edited(typed, remove(1)), edited(START, typeInto(0, 0, 'Our ')))).toEqual({
    mine: '',
    theirs: '',
  });
  expect(droppedWords(edited(START, remove(1)), edited(START, remove(1)))).toEqual({ mine: '', theirs: '' });
});

test('both sides may lose words, and lost white space is ignored', () => {
  const mine = edited(edited(START, typeInto(0, 4, ' of mine')), remove(2));
  const theirs = edited(edited(START, remove(0)), typeInto(1, 8, ' Really.'));
  expect(droppedWords(mine, theirs)).toEqual({ mine: '# Plan of mine', theirs: 'The end. Really.' });
  expect(droppedWords(edited(START, typeInto(0, 4, '  ')), edited(START, remove(0)))).toEqual({ mine: '', theirs: '' });
  expect(droppedWords(new Uint8Array(), START)).toEqual({ mine: '', theirs: '' });
});

test('recovered words are appended as the blocks they were', () => {
  expect(markdownOfState(withMarkdownAtEnd(START, '- buy bread and butter')).trim()).toBe(
    '# Plan\n\n- buy bread\n\nThe end.\n\n- buy bread and butter',
  );
  expect(textOfState(withMarkdownAtEnd(new Uint8Array(), 'alone'))).toBe('alone');
});

// Property ------------------------------------------------------------------------------------------------------------------------

/** A device with its copy of the text and its conflict versions. */
interface Device {
  state: Uint8Array;
  conflicts: string[];
}
type Step = { who: number; what: 'type' | 'remove' | 'split' | 'sync' | 'append'; at: number };
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('type', 'type', 'type', 'remove', 'split', 'append', 'sync', 'sync'),
  at: fc.nat(1_000),
});

test('three devices that type, delete, split and sync in any order: every word that was not deleted after it was received is in the text or in a conflict version', () => {
  let conflictCount = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const devices: Device[] = Array.from({ length: 3 }, () => ({ state: START, conflicts: [] }));
      let server = START;
      const expectedWords = new Set<string>();
      const syncDevice = (device: Device): void => {
        const version = (state: Uint8Array, rev: string): Version => ({
          id: 'n',
          rev,
          updatedAt: 1,
          state: toBase64(state),
        });
        const { merged, conflicts: sides } = mergeDocument(
          'noteContents',
          null,
          version(device.state, '2-mine00'),
          version(server, '2-theirs'),
        );
        device.conflicts.push(...sides.flatMap((side) => [String(side.mine), String(side.theirs)]));
        device.state = fromBase64(merged['state'] as string);
        server = device.state;
      };
      steps.forEach(({ who, what, at }, n) => {
        const device = devices[who]!;
        const doc = new Y.Doc();
        Y.applyUpdate(doc, device.state);
        const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
        const block = fragment.length > 0 ? at % fragment.length : 0;
        const word = `w${n}x`;
        if (what === 'sync') {
          syncDevice(device);
          return;
        }
        if (what === 'append') {
          spliceBlocks(doc, fragment.length, 0, [
            textBlock('paragraph', [{ type: 'text', text: `${word} `, marks: {} }]),
          ]);
          expectedWords.add(word);
        } else if (fragment.length === 0) return;
        else if (what === 'type') {
          textOf(doc, block).insert(0, `${word} `);
          expectedWords.add(word);
        } else {
          const seen = textOf(doc, block).toString();
          if (what === 'remove') {
            fragment.delete(block, 1);
            for (const each of expectedWords) if (seen.includes(`${each} `)) expectedWords.delete(each);
          }
          // An editor splits a block by deleting its tail and inserting it as a new block.
          else
            doc.transact(() => {
              const cut = seen.indexOf(' ') + 1;
              textOf(doc, block).delete(cut, seen.length - cut);
              spliceBlocks(doc, block + 1, 0, [
                textBlock('paragraph', [{ type: 'text', text: seen.slice(cut) || ' ', marks: {} }]),
              ]);
            });
        }
        device.state = Y.encodeStateAsUpdate(doc);
      });
      for (const device of [...devices, ...devices]) syncDevice(device);
      const everything = [textOfState(server), ...devices.flatMap((device) => device.conflicts)].join('\n');
      conflictCount += devices.reduce((sum, device) => sum + device.conflicts.length, 0);
      for (const word of expectedWords) expect(everything).toContain(word);
      for (const device of devices) expect(textOfState(device.state)).toBe(textOfState(server));
    }),
    { numRuns: 150 },
  );
  // Guards against a property that holds because nothing was ever dropped.
  expect(conflictCount).toBeGreaterThan(20);
});
