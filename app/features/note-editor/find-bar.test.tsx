import { fireEvent } from '@testing-library/dom';
import { EditorState } from 'prosemirror-state';
import { search } from 'prosemirror-search';
import { EditorView } from 'prosemirror-view';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import note from '../../../locales/en/note.json';
import { textBlock } from '../../../sync/merge/note-blocks';
import { renderInEnglish } from '../../../tests/support/component/render';
import type { NoteView } from './editor-view';
import { FindBar } from './find-bar';
import { nodesOfBlocks } from './note-nodes';
import { createNoteSchema } from './schema';

async function openBar() {
  const schema = createNoteSchema();
  const paragraph = textBlock('paragraph', [{ type: 'text', text: 'one two one', marks: {} }]);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      doc: schema.node('doc', null, nodesOfBlocks(schema, [paragraph])),
      plugins: [search()],
    }),
  });
  const noteView = { view, subscribe: () => () => undefined, counts: () => null } as unknown as NoteView;
  const onClose = vi.fn();
  const { place, close } = await renderInEnglish(<FindBar view={noteView} writable onClose={onClose} />, { note });
  return {
    view,
    onClose,
    place,
    close: async () => {
      await close();
      view.destroy();
    },
  };
}

test('replacing all says how many, and the bar keeps the focus and Esc', async () => {
  const { view, onClose, place, close } = await openBar();
  const [words, replacement] = [...place.querySelectorAll('input')];
  await act(async () => fireEvent.input(words!, { target: { value: 'one' } }));
  await act(async () => fireEvent.input(replacement!, { target: { value: '1' } }));
  const button = [...place.querySelectorAll('button')].at(-1)!;
  await act(async () => {
    button.focus();
    button.click();
  });
  expect(view.state.doc.textContent).toBe('1 two 1');
  expect(button.disabled).toBe(true);
  expect(document.activeElement).toBe(words);
  expect(place.querySelector('[role=status]')?.textContent).toContain('2 matches replaced');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  await close();
});

test('Esc in either field closes the bar and returns to the text', async () => {
  const { view, onClose, place, close } = await openBar();
  const fields = [...place.querySelectorAll('input')];
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    onClose.mockClear();
    await act(async () => {
      field.focus();
      fireEvent.keyDown(field, { key: 'Escape' });
    });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(view.dom);
  }
  await close();
});
