import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { paths } from '~/paths';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody } from '~/ui/layout/page-header';
import { Skeleton, SkeletonRows } from '~/ui/feedback/skeleton';

/**
 * Shown for a meeting that is not on this device. Deleted and not shared meetings have the same text, so that it does not
 * reveal which one exists.
 */
export function MeetingMissing({ id }: { id: string }) {
  const { t } = useTranslation('meeting');
  return (
    <MissingDocument
      place={t('list.title')}
      title={t('missing.title')}
      text={t('missing.text')}
      ask={{ kind: 'meetings', id }}
      action={
        <LinkButton href={paths.meetings()} variant="primary">
          {t('missing.action')}
        </LinkButton>
      }
    />
  );
}

export function MeetingSkeleton() {
  return (
    <div aria-busy="true">
      <div className="flex min-h-14 items-center border-b border-line px-6">
        <Skeleton className="h-4 w-56" />
      </div>
      <PageBody width="wide">
        <SkeletonRows rows={6} />
      </PageBody>
    </div>
  );
}

/** Error screen of a meeting; the rest of the app and the recorder stay usable. */
export function MeetingScreenError() {
  const { t } = useTranslation('common');
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <EmptyState
      level={1}
      icon={<TriangleAlert size={20} />}
      title={t(missing ? 'notFound.title' : 'crash.title')}
      text={t(missing ? 'notFound.text' : 'crash.text')}
      action={
        <>
          <Button variant="primary" onPress={() => location.reload()}>
            {t('retry')}
          </Button>
          <LinkButton href={paths.home()}>{t('toHome')}</LinkButton>
        </>
      }
    />
  );
}
