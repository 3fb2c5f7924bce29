import { useMemo, useRef, type MutableRefObject } from 'react';
import type { NoteEditorHandle } from '~/features/note-editor/editor-surface';
import { openEditorOf } from '~/features/note-editor/open-editors';
import { textOf } from '~/features/note-editor/open-text';
import { blocksOfDoc, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { canvasTextId } from '../../../sync/model/ids';

/** Access to the text of a canvas for the parts of its screen outside the editor. */
export interface CanvasEditor {
  contentId: string;
  handle: MutableRefObject<NoteEditorHandle | null>;
  /** resolves when typed text is durable on this device */
  settle(): Promise<void>;
  /** the present text: of the open editor, otherwise of the replica */
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
