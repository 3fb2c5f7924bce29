/** Formulas of a canvas in its editor, with a Yjs document and without a replica. */
import { TextSelection } from 'prosemirror-state';
import { expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { drawFormula } from '~/features/chat/draw-formula';
import type { ImageHost } from '~/features/note-editor/image-host';
import { blocksOfDoc } from '../../../sync/merge/note-blocks';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { openNoteView } from '../../../tests/support/note-view';
import { formulasPlugin } from './formulas-plugin';

const TEXT = 'Before $x^2$ after.\n\nSecond $y^3$ here.\n\n`$z^4$` costs \\$5 and \\$6. $\\broken{$\n';

function canvas(options: { editable: boolean }, loading = () => Promise.resolve(drawFormula)) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, stateFromMarkdown(TEXT));
  const {
    place,
    note: { view },
  } = openNoteView({
    doc,
    editable: () => options.editable,
    images: { contentId: 'c1' } as ImageHost,
    plugins: [formulasPlugin(loading)],
  });
  return {
    view,
    markdown: () => writeMarkdown(blocksOfDoc(doc)),
    drawn: () => [...place.querySelectorAll('.answer-formula annotation')].map(({ textContent }) => textContent),
    hidden: () => [...place.querySelectorAll('.canvas-formula-source')].map(({ textContent }) => textContent),
    formula: (at: number) => place.querySelectorAll('.answer-formula')[at]!,
  };
}

it('draws valid formulas in place; code, sums of money and invalid formulas stay text', async () => {
  const { drawn, hidden, markdown, view } = canvas({ editable: false });
  const before = markdown();
  await expect.poll(() => drawn()).toEqual(['x^2', 'y^3']);
  expect(hidden()).toEqual(['$x^2$', '$y^3$']);
  expect(view.dom.textContent).toContain('$z^4$ costs $5 and $6. $\\broken{$');
  // drawing does not change the document
  expect(markdown()).toBe(before);
  expect(before).toContain('$x^2$');
});

it('shows formulas as text in the edited block, and does not change them', async () => {
  const { drawn, hidden, markdown, view, formula } = canvas({ editable: true });
  await expect.poll(() => drawn()).toEqual(['x^2', 'y^3']);
  const before = markdown();
  view.focus();
  await expect.poll(() => drawn()).toEqual(['y^3']);
  // a press on a formula moves the cursor into its text
  formula(0).dispatchEvent(new window.MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  expect(drawn()).toEqual(['x^2']);
  expect(view.state.selection.$from.parent.textContent).toBe('Second $y^3$ here.');
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.insertText('2', from));
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1)));
  expect(drawn()).toEqual(['2y^3']);
  expect(hidden()).toEqual(['$2y^3$']);
  expect(markdown()).toBe(before.replace('$y^3$', '$2y^3$'));
  view.dom.blur();
  await expect.poll(() => drawn()).toEqual(['x^2', '2y^3']);
});

it('shows formulas as text if KaTeX cannot be loaded', async () => {
  const loading = vi.fn(() => Promise.reject(new Error('offline')));
  const { drawn, hidden, view } = canvas({ editable: false }, loading);
  await expect.poll(() => loading).toHaveBeenCalled();
  expect([drawn(), hidden()]).toEqual([[], []]);
  expect(view.dom.textContent).toContain('Before $x^2$ after.');
});
