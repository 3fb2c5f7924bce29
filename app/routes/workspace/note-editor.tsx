import { useParams, type ClientLoaderFunctionArgs, type MetaFunction } from '@remix-run/react';
import { NotePage } from '~/features/note/note-page';
import { ScreenError } from '~/features/project/screen-error';
import { preload } from '~/replica/preload';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export const clientLoader = ({ params: { projectId = '', noteId = '' } }: ClientLoaderFunctionArgs) =>
  preload(
    { kind: 'one', collection: 'projects', id: projectId },
    { kind: 'one', collection: 'notes', id: noteId },
    { kind: 'writable', contentId: noteId },
  );

/** The note editor, or the reader if the person may not edit. */
export default function NoteEditorScreen() {
  const { projectId = '', noteId = '' } = useParams();
  return <NotePage key={noteId} projectId={projectId} noteId={noteId} />;
}

export const ErrorBoundary = ScreenError;
