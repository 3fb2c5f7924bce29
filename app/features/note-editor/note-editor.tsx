import { lazy, memo, Suspense } from 'react';
import type { NoteEditorProps } from './editor-surface';
import { WritingSkeleton } from './writing-skeleton';

/** ProseMirror and Yjs come in a chunk of their own: pages without an editor do not carry them. */
const Surface = lazy(() => import('./editor-surface'));

/**
 * The text of a note or of a meeting's note, to write or to read. It is saved on this device while one types (at most 100 ms behind),
 * reaches the server by itself, and merges with what is typed elsewhere. What its screen draws while one types (a title, counts of the
 * list row, a mark) is none of its business.
 */
export const NoteEditor = memo(function NoteEditor(props: NoteEditorProps) {
  return (
    <Suspense fallback={<WritingSkeleton withToolbar={props.writable} />}>
      {/* a text's state belongs to its id: another id is another editor */}
      <Surface key={props.contentId} {...props} />
    </Suspense>
  );
});
