import { expect, test } from 'vitest';
import fc from 'fast-check';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { droppedSides, droppedWords } from './dropped-words';
import { mergeDocument, type Version } from './merge';
import { spliceBlocks, textBlock } from './note-blocks';
import { markdownOfState, stateFromMarkdown, textOfState, withMarkdownAtEnd } from './note-text';
import { fromBase64, toBase64 } from './yjs';

/** A copy of a state that is then changed by its own author. */
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

test('words typed into a block that the other side deleted are kept with their block, whoever merges', () => {
  const typed = edited(START, typeInto(1, 9, ' and butter'));
  const deleted = edited(START, remove(1));
  expect(droppedWords(typed, deleted)).toEqual({ mine: '- buy bread and butter', theirs: '' });
  expect(droppedWords(deleted, typed)).toEqual({ mine: '', theirs: '- buy bread and butter' });
  expect(droppedSides(deleted, typed)).toEqual([
    { field: 'text.theirs', mine: '', theirs: '- buy bread and butter', stands: 'mine' },
  ]);
});

test('what was deleted by somebody who had seen it is no loss, nor is what one deleted oneself', () => {
  const typed = edited(START, typeInto(1, 9, ' and butter'));
  expect(droppedWords(typed, edited(typed, remove(1)))).toEqual({ mine: '', theirs: '' });
  expect(droppedWords(edited(typed, remove(1)), edited(START, typeInto(0, 0, 'Our ')))).toEqual({
    mine: '',
    theirs: '',
  });
  expect(droppedWords(edited(START, remove(1)), edited(START, remove(1)))).toEqual({ mine: '', theirs: '' });
});

test('both sides may lose words, and spaces alone are none', () => {
  const mine = edited(edited(START, typeInto(0, 4, ' of mine')), remove(2));
  const theirs = edited(edited(START, remove(0)), typeInto(1, 8, ' Really.'));
  expect(droppedWords(mine, theirs)).toEqual({ mine: '# Plan of mine', theirs: 'The end. Really.' });
  expect(droppedWords(edited(START, typeInto(0, 4, '  ')), edited(START, remove(0)))).toEqual({ mine: '', theirs: '' });
  expect(droppedWords(new Uint8Array(), START)).toEqual({ mine: '', theirs: '' });
});

test('kept words come back at the end as what they were', () => {
  expect(markdownOfState(withMarkdownAtEnd(START, '- buy bread and butter')).trim()).toBe(
    '# Plan\n\n- buy bread\n\nThe end.\n\n- buy bread and butter',
  );
  expect(textOfState(withMarkdownAtEnd(new Uint8Array(), 'alone'))).toBe('alone');
});

// Property ------------------------------------------------------------------------------------------------------------------------

/** A device with its copy of the text, and what it kept. */
interface Device {
  state: Uint8Array;
  kept: string[];
}
type Act = { who: number; what: 'type' | 'remove' | 'split' | 'sync' | 'append'; at: number };
const act: fc.Arbitrary<Act> = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('type', 'type', 'type', 'remove', 'split', 'append', 'sync', 'sync'),
  at: fc.nat(1_000),
});

test('any three devices that type, delete, split and meet in any order: every word that nobody deleted after seeing it is in the text or kept', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
      const devices: Device[] = Array.from({ length: 3 }, () => ({ state: START, kept: [] }));
      let server = START;
      const alive = new Set<string>();
      const meet = (device: Device): void => {
        const version = (state: Uint8Array, rev: string): Version => ({
          id: 'n',
          rev,
          updatedAt: 1,
          state: toBase64(state),
        });
        const { merged, kept: sides } = mergeDocument(
          'noteContents',
          null,
          version(device.state, '2-mine00'),
          version(server, '2-theirs'),
        );
        device.kept.push(...sides.flatMap((side) => [String(side.mine), String(side.theirs)]));
        device.state = fromBase64(merged['state'] as string);
        server = device.state;
      };
      acts.forEach(({ who, what, at }, n) => {
        const device = devices[who]!;
        const doc = new Y.Doc();
        Y.applyUpdate(doc, device.state);
        const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
        const block = fragment.length > 0 ? at % fragment.length : 0;
        const word = `w${n}x`;
        if (what === 'sync') {
          meet(device);
          return;
        }
        if (what === 'append') {
          spliceBlocks(doc, fragment.length, 0, [
            textBlock('paragraph', [{ type: 'text', text: `${word} `, marks: {} }]),
          ]);
          alive.add(word);
        } else if (fragment.length === 0) return;
        else if (what === 'type') {
          textOf(doc, block).insert(0, `${word} `);
          alive.add(word);
        } else {
          const seen = textOf(doc, block).toString();
          if (what === 'remove') {
            fragment.delete(block, 1);
            for (const each of alive) if (seen.includes(`${each} `)) alive.delete(each);
          }
          // as an editor does it: the tail goes, and stands in a new block
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
      for (const device of [...devices, ...devices]) meet(device);
      const everything = [textOfState(server), ...devices.flatMap((device) => device.kept)].join('\n');
      kept += devices.reduce((sum, device) => sum + device.kept.length, 0);
      for (const word of alive) expect(everything).toContain(word);
      for (const device of devices) expect(textOfState(device.state)).toBe(textOfState(server));
    }),
    { numRuns: 150 },
  );
  // it did something
  expect(kept).toBeGreaterThan(20);
});
