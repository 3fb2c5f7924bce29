/** The present text on this device, and the restoring of versions. */
import { useEffect, useState } from 'react';
import * as Y from 'yjs';
import { blocksOfDoc, type NoteBlock } from '../../../sync/merge/note-blocks';
import { docOfVersion, RESTORE, restoreWithUndo, versionOfDoc } from '../../../sync/merge/note-restore';
import { openEditorOf } from '~/features/note-editor/open-editors';
import { openText } from '~/features/note-editor/open-text';

/** milliseconds for which a restore can be undone: longer than its notice is shown */
const UNDO_ENDS_MS = 20_000;

export interface PresentText {
  blocks: NoteBlock[];
  /** time of the last change since it was opened; 0 for none */
  changedAt: number;
  /** Yjs state (base64) */
  state(): string;
}

/**
 * Time and authors of the present text: as the server listed them, unless the text has changed since.
 * @param changedAt time of the last change known on this device
 * @param unsentBy the person with unsent changes on this device
 */
export function presentOf(
  listed: { at: number; authorIds: string[] } | null,
  changedAt: number,
  unsentBy: string | null,
): { at: number; authorIds: string[] } | null {
  if (changedAt <= (listed?.at ?? 0)) return listed;
  const authorIds = listed?.authorIds ?? [];
  return {
    at: changedAt,
    authorIds: unsentBy === null ? authorIds : [...authorIds.filter((id) => id !== unsentBy), unsentBy],
  };
}

/** The present text with its changes; undefined until it is open. */
export function usePresentText(contentId: string): PresentText | undefined {
  const [present, setPresent] = useState<PresentText>();
  useEffect(() => {
    const doc = new Y.Doc();
    let isOver = false;
    let close: (() => void) | undefined;
    let changedAt = 0;
    const show = () => {
      if (!isOver) setPresent({ blocks: blocksOfDoc(doc), changedAt, state: () => versionOfDoc(doc) });
    };
    openText(contentId, (update) => {
      Y.applyUpdate(doc, update);
      changedAt = Date.now();
      show();
    }).then(
      (text) => {
        // if it fails, the text is closed when the worker ends
        close = () => void text.close().catch(() => undefined);
        if (isOver) close();
        else {
          Y.applyUpdate(doc, text.state);
          show();
        }
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      close?.();
      doc.destroy();
    };
  }, [contentId]);
  return present;
}

/**
 * Restores a version as an edit of this device: in the open editor, whose own undo reverts it, too, otherwise in the
 * replica. Resolves to its undo when it is durable.
 */
export async function restoreVersion(contentId: string, state: string): Promise<() => void> {
  const from = docOfVersion(state);
  const editor = openEditorOf(contentId);
  if (editor) {
    editor.track(RESTORE);
    const restored = restoreWithUndo(editor.doc, from);
    editor.track(RESTORE);
    setTimeout(restored.end, UNDO_ENDS_MS);
    return restored.undo;
  }
  const doc = new Y.Doc();
  const text = await openText(contentId, (update) => Y.applyUpdate(doc, update, 'replica'));
  Y.applyUpdate(doc, text.state, 'replica');
  let saved: Promise<void> = Promise.resolve();
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'replica') saved = saved.then(() => text.append(update));
  });
  const restored = restoreWithUndo(doc, from);
  const end = async () => {
    restored.end();
    await saved.catch(() => undefined);
    await text.close().catch(() => undefined);
    doc.destroy();
  };
  try {
    await saved;
    await text.compact();
  } catch (error) {
    await end();
    throw error;
  }
  setTimeout(() => void end(), UNDO_ENDS_MS);
  return () => {
    restored.undo();
    void saved.then(() => text.compact()).catch(() => undefined);
  };
}
