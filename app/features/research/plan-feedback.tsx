import { useTranslation } from 'react-i18next';
import type { Research } from '../../../sync/model/kinds/researches';
import { LIMITS } from '../../../sync/model/limits';
import { SayForm } from './say-form';

/** Says in words how the plan should change; the server makes another one. After 20 times it is edited by hand. */
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
