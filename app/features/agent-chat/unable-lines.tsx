import { useTranslation } from 'react-i18next';
import { isLanguage, languageTag } from '../../../sync/model/languages';
import { CHANGE_TOOLS, type AgentTool } from '../../../sync/model/agents';

const isChange = (tool: AgentTool): boolean => (CHANGE_TOOLS as readonly AgentTool[]).includes(tool);

/** Says which of an agent's tools cannot be used, and why: changes need a language model, a web search its provider. */
export function UnableLines({ tools }: { tools: readonly AgentTool[] }) {
  const { t, i18n } = useTranslation('agent-chat');
  const changes = tools.filter(isChange);
  const list = new Intl.ListFormat(isLanguage(i18n.language) ? languageTag(i18n.language) : 'en');
  return (
    <>
      {changes.length > 0 && (
        <p className="break-words text-13 text-ink-muted">
          {t('unable.model', { tools: list.format(changes.map((tool) => t(`step.${tool}`))) })}
        </p>
      )}
      {tools.includes('web') && <p className="text-13 text-ink-muted">{t('unable.web')}</p>}
    </>
  );
}
