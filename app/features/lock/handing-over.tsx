import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import type { HandoverProgress } from '../../../sync/engine/account/lock/state';
import { Screen } from './screen';

/** This device was ordered to erase, and first saves unsent work. */
export function HandingOver({ handover: { sent, of, isWaiting } }: { handover: HandoverProgress }) {
  const { t } = useTranslation('lock');
  return (
    <Screen title={t('handover.title')} text={t('handover.text')}>
      {of > 0 && (
        <p role="status" className="tabular">
          {t('handover.progress', { sent, of })}
        </p>
      )}
      {isWaiting && <Banner kind="warning">{t('handover.waiting')}</Banner>}
    </Screen>
  );
}
