import { useTranslation } from 'react-i18next';
import type { Research } from '../../../sync/model/kinds/researches';
import { SayForm } from './say-form';

/** Says in words how the plan should change; the server makes another one. */
export function PlanFeedback({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  return (
    <SayForm
      research={research}
      label={t('plan.change')}
      placeholder={t('plan.changePlaceholder')}
      send={t('plan.changeSend')}
    />
  );
}
