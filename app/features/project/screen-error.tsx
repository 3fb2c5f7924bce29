import { useRouteError } from '@remix-run/react';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';

/** Replaces a screen that failed to render: the failure, that no data is lost, and two actions. */
export function ScreenError() {
  const { t } = useTranslation(['project', 'errors']);
  const error = useRouteError();
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      <EmptyState
        level={1}
        icon={<CircleAlert size={22} />}
        title={t('project:broken.title')}
        text={`${errorText(t, error)} ${t('project:broken.text')}`}
        action={
          <>
            <Button variant="primary" onPress={() => location.reload()}>
              {t('project:broken.reload')}
            </Button>
            <LinkButton href={paths.home()}>{t('common:toHome')}</LinkButton>
          </>
        }
      />
    </div>
  );
}
