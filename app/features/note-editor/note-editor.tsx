import { lazy, memo, Suspense } from 'react';
import type { NoteEditorProps } from './editor-surface';
import { WritingSkeleton } from './writing-skeleton';
// of the screen, not of the chunk: a stylesheet that the screen before had too would leave the document with it
import '~/ui/written-tables.css';
import './note-editor.css';
import '~/ui/code-colors.css';

/** ProseMirror and Yjs are in a chunk of their own, which pages without an editor do not load. */
const Surface = lazy(() => import('./editor-surface'));

/**
 * The text of a note or of a meeting's note, editable or read-only. It is saved on this device within 100 ms of typing,
 * replicated, and merged with edits made elsewhere. It does not re-render when its screen does (title, counts of the
 * list row, sync badge).
 */
export const NoteEditor = memo(function NoteEditor(props: NoteEditorProps) {
  return (
    <Suspense fallback={<WritingSkeleton withToolbar={props.writable} />}>
      {/* state belongs to one text: another id mounts another editor */}
      <Surface key={props.contentId} {...props} />
    </Suspense>
  );
});
