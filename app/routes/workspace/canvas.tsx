import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { CanvasScreen } from '~/features/canvas/canvas-screen';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { preload } from '~/replica/preload';

export const clientLoader = async ({ params: { canvasId: id = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['canvas']),
    loadNamespaces(['chat']),
    loadNamespaces(['versions']),
    preload({ kind: 'one', collection: 'canvases', id }),
  ]);
  return null;
};

/** A canvas by its id, with or without a project. */
export default function CanvasRoute() {
  const { canvasId = '' } = useParams();
  return <CanvasScreen key={canvasId} id={canvasId} />;
}

export const ErrorBoundary = ScreenError;
