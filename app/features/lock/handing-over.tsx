import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/banner';
import { Progress } from '~/ui/progress';
import type { HandoverProgress } from '../../../sync/engine/lock/state';
import { Screen } from './screen';

/** This device was told to erase, and saves first what it never sent. */
export function HandingOver({ handover: { sent, of, isWaiting } }: { handover: HandoverProgress }) {
  const { t } = useTranslation('lock');
  return (
    <Screen title={t('handover.title')} text={t('handover.text')}>
      {of > 0 && (
        <div className="flex flex-col gap-2">
          <Progress label={t('handover.title')} showLabel={false} value={(100 * sent) / of} />
          <p className="tabular text-13 text-ink-muted">{t('handover.progress', { sent, of })}</p>
        </div>
      )}
      {isWaiting && <Banner kind="warning">{t('handover.waiting')}</Banner>}
    </Screen>
  );
}
