import { useTranslation } from 'react-i18next';
import type { Research } from '../../../sync/model/kinds/researches';
import { LIMITS } from '../../../sync/model/limits';
import { SayForm } from './say-form';

/** Sends feedback on the plan; the server makes a new one. After 20 times the plan can only be edited by hand. */
export function PlanFeedback({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  if (research.feedback.length >= LIMITS.researchFeedback) return null;
  return (
    <SayForm
      research={research}
      label={t('plan.change')}
      placeholder={t('plan.changePlaceholder')}
      send={t('plan.changeSend')}
    />
  );
}
