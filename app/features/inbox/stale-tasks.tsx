import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { RelativeTime } from '~/ui/data/relative-time';

/** Says that tasks are shown as last known, and since when. */
export function StaleTasks({ at }: { at: number }) {
  const { t } = useTranslation('inbox');
  return (
    <Banner kind="info" className="mb-4">
      {at > 0 ? t('offline') : t('neverKnown')} {at > 0 && <RelativeTime at={at} />}
    </Banner>
  );
}
