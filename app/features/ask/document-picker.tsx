import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '~/ui/controls/combobox';
import type { Turn } from '../../../sync/model/kinds/turns';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import { ContextChips } from './context-chips';
import { contextIcon, useContextOptions } from './use-context-options';

type Chosen = Turn['context'][number];

/** A field that chooses projects, files, pages, notes and meetings of this device, with chips of the chosen ones. */
export function DocumentPicker({
  label,
  placeholder,
  hint,
  full,
  chosen,
  onChange,
}: {
  label: string;
  placeholder: string;
  hint: string;
  /** shown instead of the hint when the maximum number of documents is chosen */
  full: string;
  chosen: readonly Chosen[];
  onChange: (chosen: Chosen[]) => void;
}) {
  const { t } = useTranslation(['ask', 'common', 'shell']);
  const [text, setText] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const isFull = chosen.length >= LIMITS.questionContext.max;
  const found = useContextOptions(isFull ? null : text);
  const options = (found ?? []).filter(({ id }) => !chosen.some((each) => each.id === id));
  const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`;
  return (
    <div ref={field} role="group" aria-label={label} className="flex flex-col gap-1.5">
      <Combobox
        label={label}
        placeholder={placeholder}
        hint={isFull ? full : hint}
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
          onChange([...chosen, { kind, id, title: truncate(title, LIMITS.contextTitle.max) }]);
        }}
      />
      {chosen.length > 0 && (
        <div className="-mx-3 -mt-1.5">
          <ContextChips
            label={label}
            items={chosen}
            onRemove={(id) => onChange(chosen.filter((each) => each.id !== id))}
            onLeave={() => field.current?.querySelector('input')?.focus()}
          />
        </div>
      )}
    </div>
  );
}
