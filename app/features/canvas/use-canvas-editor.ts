import { useMemo, useRef, type MutableRefObject } from 'react';
import type { NoteEditorHandle } from '~/features/note-editor/editor-surface';
import { openEditorOf } from '~/features/note-editor/open-editors';
import { textOf } from '~/features/note-editor/open-text';
import { blocksOfDoc, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { canvasTextId } from '../../../sync/model/ids';

/** The text of a canvas for what surrounds its editor. */
export interface CanvasEditor {
  contentId: string;
  handle: MutableRefObject<NoteEditorHandle | null>;
  /** waits until typed text is on this device */
  settle(): Promise<void>;
  /** the text as it stands: of the open editor, else of this device */
  blocks(): Promise<NoteBlock[]>;
}

export function useCanvasEditor(canvasId: string): CanvasEditor {
  const handle = useRef<NoteEditorHandle | null>(null);
  return useMemo(() => {
    const contentId = canvasTextId(canvasId);
    return {
      contentId,
      handle,
      settle: async () => handle.current?.settle(),
      blocks: async () => {
        const open = openEditorOf(contentId);
        return open ? blocksOfDoc(open.doc) : parseMarkdown(await textOf(contentId, 'markdown'));
      },
    };
  }, [canvasId]);
}
