import { useLocation, useParams, type ClientLoaderFunctionArgs, type MetaFunction } from '@remix-run/react';
import { NotePage } from '~/features/note/note-page';
import { ScreenError } from '~/features/project/screen-error';
import { preload } from '~/replica/preload';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export const clientLoader = ({ params: { projectId = '' } }: ClientLoaderFunctionArgs) =>
  preload({ kind: 'one', collection: 'projects', id: projectId });

/**
 * A new note, which is created with its first edit. Opening this address again, for example by the shortcut, starts
 * another one.
 */
export default function NewNoteScreen() {
  const { projectId = '' } = useParams();
  const { key } = useLocation();
  return <NotePage key={key} projectId={projectId} noteId={null} />;
}

export const ErrorBoundary = ScreenError;
