import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';

/** Shown if the texts of the built-in templates are not on this device and cannot be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['templates', 'common']);
  return (
    <EmptyState
      icon={<CloudOff size={22} />}
      title={t('templates:failed.load')}
      action={<Button onPress={onRetry}>{t('common:retry')}</Button>}
    />
  );
}
