import { isRouteErrorResponse, useRevalidator, useRouteError } from '@remix-run/react';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recoverFrom } from '~/features/update/stale-bundle';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { useFreshAgain } from './use-fresh-again';

/**
 * Shown for a screen of the console that could not be loaded; retries automatically after a failure without an answer.
 * A screen with its own title: `export const ErrorBoundary = () => <ScreenError title={…} />;`, otherwise the layout
 * shows this one.
 */
export function ScreenError({ title }: { title?: string }) {
  const { t } = useTranslation(['admin', 'common']);
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  const isNoAnswer = isRouteErrorResponse(error) && error.status === 503;
  useFreshAgain(isNoAnswer);
  if (!isRouteErrorResponse(error) && typeof document !== 'undefined' && recoverFrom(error))
    return <div className="flex-1" aria-busy="true" />;
  return (
    <EmptyState
      level={1}
      className="my-auto"
      icon={<CloudOff size={22} />}
      title={title ?? t(isNoAnswer ? 'admin:frame.noAnswer.title' : 'admin:frame.failed.title')}
      text={t(isNoAnswer ? 'admin:frame.noAnswer.text' : 'admin:frame.failed.text')}
      action={
        <>
          <NativeButton variant="primary" isLoading={state !== 'idle'} onClick={revalidate}>
            {t('common:retry')}
          </NativeButton>
          <NativeLink href={paths.home()}>{t('admin:frame.back')}</NativeLink>
        </>
      }
    />
  );
}
