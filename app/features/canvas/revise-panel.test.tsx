/** Revising a part of a document: what the selection in its editor sends, and what an accepted proposal replaces. */
import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { AllSelection, NodeSelection, TextSelection, type Selection } from 'prosemirror-state';
import type { Node } from 'prosemirror-model';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as Y from 'yjs';
import { offerEditor } from '~/features/note-editor/open-editors';
import canvasTexts from '../../../locales/en/canvas.json';
import { blocksOfDoc, spliceBlocks } from '../../../sync/merge/note-blocks';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import { renderInEnglish, shownPage } from '../../../tests/support/component/render';
import { openNoteView } from '../../../tests/support/note-view';
import { RevisePanel } from './revise-panel';

const TEXT = ['The first part.', 'The second part.', 'The third part.', 'The last part.'].join('\n\n');
const LIST = '- fruit\n    - apple\n    - pear\n- bread\n';
const TABLE = 'Prices:\n\n| item | price |\n| --- | --- |\n| chair | 40 |\n\nWithout tax.\n';

afterEach(() => vi.unstubAllGlobals());

/** Position of a word in a document, or behind it. */
function placeOf(doc: Node, word: string, isBehind = false): number {
  let found = -1;
  doc.descendants((node, pos) => {
    const index = node.isText ? node.text!.indexOf(word) : -1;
    if (index >= 0 && found < 0) found = pos + index + (isBehind ? word.length : 0);
  });
  if (found < 0) throw new Error(`no ${word}`);
  return found;
}
const between =
  (first: string, last: string, isBehindLast = true) =>
  (doc: Node): Selection =>
    TextSelection.create(doc, placeOf(doc, first), placeOf(doc, last, isBehindLast));

/** An editor of a text with the panel above it; `answer` is the model's to what is sent. */
async function openDocument(markdown: string, answer: (text: string) => string = (text) => text) {
  const doc = new Y.Doc();
  spliceBlocks(doc, 0, 0, parseMarkdown(markdown));
  const { note } = openNoteView({ doc, images: { show: () => () => undefined, contentId: 'cv_c1' } as never });
  const contentId = 'cv_c1';
  onTestFinished(offerEditor(contentId, { doc, track: note.track }));
  const sent: string[] = [];
  const signals: AbortSignal[] = [];
  let hold = Promise.resolve();
  // without a replica
  vi.stubGlobal('Worker', undefined);
  vi.stubGlobal('fetch', async (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { text } = JSON.parse(body) as { text: string };
    sent.push(text.trim());
    signals.push(signal);
    const ended = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    await Promise.race([hold, ended]);
    return new Response(JSON.stringify({ success: true, data: { text: answer(text), model: 'test-1' } }));
  });
  const editor = {
    contentId,
    handle: { current: { selectedBlocks: () => note.selectedBlocks() } },
  } as never;
  const { close } = await renderInEnglish(<RevisePanel canvas={{ id: 'c1' } as Canvas} editor={editor} />, {
    canvas: canvasTexts,
  });
  onTestFinished(close);
  const user = userEvent.setup();
  const press = async (name: string): Promise<void> => user.click(await shownPage().findByRole('button', { name }));
  return {
    sent,
    signals,
    press,
    hold: (until: Promise<void>): void => void (hold = until),
    select: (selection: (doc: Node) => Selection) =>
      note.view.dispatch(note.view.state.tr.setSelection(selection(note.view.state.doc))),
    colleague: (at: number, remove: number, text: string) => spliceBlocks(doc, at, remove, parseMarkdown(text)),
    text: () => writeMarkdown(blocksOfDoc(doc)),
  };
}

describe('asking sends', () => {
  test.each<[string, string, (doc: Node) => Selection, string]>([
    ['every block that a selection reaches', TEXT, between('second', 'third'), 'The second part.\n\nThe third part.'],
    ['one block for words in it', TEXT, between('second', 'second'), 'The second part.'],
    [
      'the same for a selection made backwards',
      TEXT,
      between('third', 'second'),
      'The second part.\n\nThe third part.',
    ],
    ['the whole text with a cursor only', TEXT, between('second', 'second', false), TEXT],
    ['the whole text if all of it is selected', TEXT, (doc) => new AllSelection(doc), TEXT],
    [
      'no block at whose start the selection ends',
      TEXT,
      (doc) => TextSelection.create(doc, placeOf(doc, 'The second'), placeOf(doc, 'The third')),
      'The second part.',
    ],
    ['the items of a list that are selected', LIST, between('pear', 'bread'), '- pear\n- bread'],
    ['a nested item as an item', LIST, between('apple', 'apple'), '- apple'],
    ['nested items as siblings', LIST, between('apple', 'pear'), '- apple\n- pear'],
    [
      'a whole table for a word in it',
      TABLE,
      between('chair', 'chair'),
      '| item | price |\n| --- | --- |\n| chair | 40 |',
    ],
    ['no table at whose start the selection ends', TABLE, between('Prices', 'item', false), 'Prices:'],
    ['a divider that is selected', 'a\n\n---\n\nb', (doc) => NodeSelection.create(doc, doc.child(0).nodeSize), '---'],
  ])('%s', async (_, markdown, selection, expected) => {
    const page = await openDocument(markdown);
    const before = page.text();
    page.select(selection);
    await page.press('Make it shorter');
    await waitFor(() => expect(page.sent).toEqual([expected]));
    await waitFor(() => expect(shownPage().getByRole('status').textContent).toBe('The proposal changes nothing.'));
    expect(page.text()).toBe(before);
  });
});

test('an accepted proposal replaces the selected blocks only, and a colleague’s edit elsewhere stays', async () => {
  const page = await openDocument(TEXT, (text) => text.replaceAll('part', 'chapter'));
  page.select(between('second', 'third'));
  let answer = (): void => undefined;
  page.hold(new Promise((resolve) => (answer = resolve)));
  await page.press('Make it shorter');
  await waitFor(() => expect(page.sent).toHaveLength(1));
  page.colleague(0, 1, 'Typed by a colleague.\n\nThe first part, changed.');
  answer();
  await shownPage().findByRole('button', { name: 'Accept all' });
  page.colleague(5, 0, 'Added at the end.');
  await page.press('Accept all');
  expect(page.text().trim()).toBe(
    [
      'Typed by a colleague.\n\nThe first part, changed.',
      'The second chapter.\n\nThe third chapter.',
      'The last part.\n\nAdded at the end.',
    ].join('\n\n'),
  );
});

test('an accepted proposal for a nested item leaves the item where it is in its list', async () => {
  const page = await openDocument(LIST, (text) => text.replace('pear', 'ripe pear'));
  page.select(between('apple', 'pear'));
  await page.press('Make it shorter');
  await page.press('Accept all');
  expect(page.text()).toBe(LIST.replace('pear', 'ripe pear'));
});

test('the panel says of what it asks, and cancelling ends the request', async () => {
  const page = await openDocument(TEXT);
  const asked = (): HTMLElement => shownPage().getByRole('textbox', { name: canvasTexts.revise.label });
  const user = userEvent.setup();
  await user.click(asked());
  expect(asked().getAttribute('placeholder')).toBe(canvasTexts.revise.whole);
  asked().blur();
  page.select(between('second', 'third'));
  await user.click(asked());
  await waitFor(() => expect(asked().getAttribute('placeholder')).toBe(canvasTexts.revise.selection));
  page.hold(new Promise<never>(() => undefined));
  await page.press('Make it shorter');
  await page.press('Cancel');
  expect(page.signals.map(({ aborted }) => aborted)).toEqual([true]);
  await shownPage().findByRole('button', { name: 'Make it shorter' });
});
