/** Appends blocks to a meeting's note, as an edit of this device. */
import * as Y from 'yjs';
import { spliceBlocks } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { meetingNoteId } from '../../../sync/model/ids';
import { NOTE_FRAGMENT } from '../../../sync/model/note-document';
import { openEditorOf } from '~/features/note-editor/open-editors';
import { openText } from '~/features/note-editor/open-text';

const addTo = (doc: Y.Doc, markdown: string): void =>
  doc.transact(() => spliceBlocks(doc, doc.getXmlFragment(NOTE_FRAGMENT).length, 0, parseMarkdown(markdown)));

/** Resolves when the edit is durable on this device. */
export async function appendToNote(meetingId: string, markdown: string): Promise<void> {
  const contentId = meetingNoteId(meetingId);
  const editor = openEditorOf(contentId);
  if (editor) return addTo(editor.doc, markdown);
  await editText(contentId, (doc) => addTo(doc, markdown));
}

/** Changes a text without an editor. */
async function editText(contentId: string, change: (doc: Y.Doc) => void): Promise<void> {
  const doc = new Y.Doc();
  const text = await openText(contentId, (update) => Y.applyUpdate(doc, update, 'replica'));
  try {
    Y.applyUpdate(doc, text.state, 'replica');
    let saved: Promise<void> = Promise.resolve();
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'replica') saved = saved.then(() => text.append(update));
    });
    change(doc);
    await saved;
    await text.compact();
  } finally {
    // if it fails, the text is closed when the worker ends
    await text.close().catch(() => undefined);
    doc.destroy();
  }
}

/** Escapes the Markdown characters of a line of plain text. */
export const plainMarkdown = (text: string): string => text.replace(/\s+/gu, ' ').replace(/([\\`*_[\]<>~|])/gu, '\\$1');
