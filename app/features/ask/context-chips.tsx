import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import type { ContextItem } from './draft';

/** A document without a title is named by this device, as far as it knows it. */
export type Chip = Pick<ContextItem, 'id' | 'title'> & (Pick<ContextItem, 'kind' | 'only'> | { icon: ReactNode });

function ChipIcon({ chip }: { chip: Chip }) {
  if ('icon' in chip) return chip.icon;
  const Icon = KIND_ICONS[chip.only ?? chip.kind];
  return <Icon aria-hidden size={14} className="shrink-0 text-accent-ink" />;
}

/** What a question is about, or who answers it. The arrow keys reach each one, Backspace and Delete remove it. */
export function ContextChips({
  items,
  label,
  onRemove,
  onLeave,
}: {
  /** accessible name, where they are not what a question is about */
  label?: string;
  items: readonly Chip[];
  onRemove: (id: string) => void;
  /** the text is to get the focus */
  onLeave: () => void;
}) {
  const { t } = useTranslation('ask');
  const list = useRef<HTMLUListElement>(null);
  const focusAt = (at: number): void => {
    const button = list.current?.querySelectorAll<HTMLElement>('button')[at];
    if (button) button.focus();
    else onLeave();
  };
  const onKey = (event: KeyboardEvent, id: string, at: number): void => {
    if (event.key === 'ArrowLeft') focusAt(Math.max(0, at - 1));
    else if (event.key === 'ArrowRight') focusAt(at + 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      onRemove(id);
      onLeave();
    }
  };
  return (
    <ul ref={list} aria-label={label ?? t('ask:context.chosen')} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {items.map((chip, at) => (
        <ContextChip
          key={chip.id}
          chip={chip}
          onRemove={() => {
            onRemove(chip.id);
            onLeave();
          }}
          onKeyDown={(event) => onKey(event, chip.id, at)}
        />
      ))}
    </ul>
  );
}

function ContextChip({
  chip,
  onRemove,
  onKeyDown,
}: {
  chip: Chip;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t } = useTranslation('common');
  const isNamed = chip.title !== '' || !('kind' in chip);
  const document = useQuery(isNamed ? null : { kind: 'one', collection: chip.kind, id: chip.id });
  // nothing for the moment until the device has looked
  const title = chip.title || (document === undefined && !isNamed ? '' : document?.title || t('common:untitled'));
  return (
    <li className="flex h-7 min-w-0 max-w-full items-center gap-1.5 rounded-control bg-accent-tint pl-2 text-13 text-ink-strong">
      <ChipIcon chip={chip} />
      <span className="max-w-56 truncate">
        <Written text={title} />
      </span>
      <button
        type="button"
        aria-label={t('common:combobox.remove', { name: title })}
        onClick={onRemove}
        onKeyDown={onKeyDown}
        className="focus-ring flex size-7 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-hover"
      >
        <X aria-hidden size={14} />
      </button>
    </li>
  );
}
