/** The open editors by text, so that a text is restored as an edit of its editor, which its undo takes back. */
import type * as Y from 'yjs';

export interface OpenEditor {
  doc: Y.Doc;
  /** Counts transactions of this origin as a step of its own in the editor's undo. */
  track(origin: unknown): void;
}

const open = new Map<string, OpenEditor>();

/** Returns a function that unregisters the editor. */
export function offerEditor(contentId: string, editor: OpenEditor): () => void {
  open.set(contentId, editor);
  return () => {
    if (open.get(contentId) === editor) open.delete(contentId);
  };
}

export const openEditorOf = (contentId: string): OpenEditor | undefined => open.get(contentId);
