import { fireEvent } from '@testing-library/dom';
import { EditorState } from 'prosemirror-state';
import { search } from 'prosemirror-search';
import { EditorView } from 'prosemirror-view';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { textBlock } from '../../../sync/merge/note-blocks';
import type { NoteView } from './editor-view';
import { FindBar } from './find-bar';
import { nodesOfBlocks } from './note-nodes';
import { createNoteSchema } from './schema';

test('Esc in either field closes the bar and returns to the text', async () => {
  const schema = createNoteSchema();
  const paragraph = textBlock('paragraph', [{ type: 'text', text: 'one two one', marks: {} }]);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      doc: schema.node('doc', null, nodesOfBlocks(schema, [paragraph])),
      plugins: [search()],
    }),
  });
  const note = { view, subscribe: () => () => undefined, counts: () => null } as unknown as NoteView;
  const onClose = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<FindBar view={note} writable onClose={onClose} />));
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
  await act(async () => root.unmount());
  view.destroy();
  document.body.replaceChildren();
});
