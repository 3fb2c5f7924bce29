import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContextChips } from '~/features/ask/context-chips';
import { contextIcon, useContextOptions } from '~/features/ask/use-context-options';
import { Combobox } from '~/ui/controls/combobox';
import type { AgentKnowledge } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';

/** Field for the knowledge of an agent: projects, files, pages, notes and meetings of this device. */
export function KnowledgeField({
  knowledge,
  onChange,
}: {
  knowledge: readonly AgentKnowledge[];
  onChange: (knowledge: AgentKnowledge[]) => void;
}) {
  const { t } = useTranslation(['agents', 'ask', 'common', 'shell']);
  const [text, setText] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const isFull = knowledge.length >= LIMITS.questionContext.max;
  const found = useContextOptions(isFull ? null : text);
  const options = (found ?? []).filter(({ id }) => !knowledge.some((each) => each.id === id));
  const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`;
  return (
    <div ref={field} role="group" aria-label={t('agents:form.knowledge')} className="flex flex-col gap-1.5">
      <Combobox
        label={t('agents:form.knowledge')}
        placeholder={t('agents:form.knowledgeSearch')}
        hint={t(isFull ? 'agents:form.knowledgeFull' : 'agents:form.knowledgeHint', {
          max: LIMITS.questionContext.max,
        })}
        empty={found && text.trim() !== '' ? t('ask:context.none') : ''}
        isDisabled={isFull}
        options={options.map((option) => {
          const Icon = contextIcon(option);
          return {
            id: keyOf(option),
            label: option.title || t('common:untitled'),
            detail: option.place || t(`shell:kind.${option.itemType || option.kind}`),
            icon: <Icon aria-hidden size={16} className="shrink-0 text-ink-muted" />,
          };
        })}
        value={null}
        text={text}
        onTextChange={setText}
        onChange={(key) => {
          const option = options.find((each) => keyOf(each) === key);
          setText('');
          if (!option) return;
          const { kind, id, title } = option;
          onChange([...knowledge, { kind, id, title: truncate(title, LIMITS.contextTitle.max) }]);
        }}
      />
      {knowledge.length > 0 && (
        <div className="-mx-3 -mt-1.5">
          <ContextChips
            label={t('agents:form.knowledge')}
            items={knowledge}
            onRemove={(id) => onChange(knowledge.filter((each) => each.id !== id))}
            onLeave={() => field.current?.querySelector('input')?.focus()}
          />
        </div>
      )}
    </div>
  );
}
