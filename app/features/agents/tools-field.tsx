import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '~/ui/controls/toggle';
import { Badge } from '~/ui/data/badge';
import { AGENT_TOOLS, type AgentTool } from '../../../sync/model/agents';
import { toggled } from './agent-draft';

/** Whether a tool needs the person's confirmation: all except searching own sources. */
export const asksFirst = (tool: AgentTool): boolean => tool !== 'own';

/** Field for the tools of an agent, each with a description. */
export function ToolsField({
  tools,
  onChange,
}: {
  tools: readonly AgentTool[];
  onChange: (tools: AgentTool[]) => void;
}) {
  const { t } = useTranslation('agents');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <h2 id={id} className="text-13 font-medium text-ink">
        {t('form.tools')}
      </h2>
      <p className="text-12 text-ink-muted">{t('form.toolsHint')}</p>
      <ul className="flex flex-col">
        {AGENT_TOOLS.map((tool) => (
          <li key={tool} className="border-b border-line py-2.5 last:border-0">
            <Switch
              isSelected={tools.includes(tool)}
              hint={t(`tool.${tool}.text`)}
              onChange={(isOn) => onChange(toggled(tools, tool, isOn))}
            >
              <span className="inline-flex flex-wrap items-center gap-2">
                {t(`tool.${tool}.name`)}
                {asksFirst(tool) && <Badge>{t('asksFirst')}</Badge>}
              </span>
            </Switch>
          </li>
        ))}
      </ul>
    </div>
  );
}
