import { useTranslation } from 'react-i18next';
import { DocumentPicker } from '~/features/ask/document-picker';
import type { AgentKnowledge } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';

/** Field for the knowledge of an agent. */
export function KnowledgeField({
  knowledge,
  onChange,
}: {
  knowledge: readonly AgentKnowledge[];
  onChange: (knowledge: AgentKnowledge[]) => void;
}) {
  const { t } = useTranslation('agents');
  return (
    <DocumentPicker
      label={t('form.knowledge')}
      placeholder={t('form.knowledgeSearch')}
      hint={t('form.knowledgeHint')}
      full={t('form.knowledgeFull', { max: LIMITS.questionContext.max })}
      chosen={knowledge}
      onChange={onChange}
    />
  );
}
