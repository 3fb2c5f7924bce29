import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { ScreenError } from '~/features/project/screen-error';
import { ResearchScreen } from '~/features/research/research-screen';
import { loadNamespaces } from '~/i18n/client';
import { preload } from '~/replica/preload';

export const clientLoader = async ({ params: { deepResearchId: id = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['research']),
    loadNamespaces(['chat']),
    preload({ kind: 'one', collection: 'threads', id }, { kind: 'research', id }),
  ]);
  return null;
};

export default function ResearchRoute() {
  const { deepResearchId = '' } = useParams();
  return <ResearchScreen key={deepResearchId} id={deepResearchId} />;
}

export const ErrorBoundary = ScreenError;
