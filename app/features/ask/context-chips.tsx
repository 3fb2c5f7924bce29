import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import { Chip as ChipView, useChips } from '~/ui/controls/chosen-chips';
import type { ContextItem } from './draft';

/** A chip. If its title is empty, the title of the document on this device is shown. */
export type Chip = Pick<ContextItem, 'id' | 'title'> & (Pick<ContextItem, 'kind' | 'only'> | { icon: ReactNode });

function ChipIcon({ chip }: { chip: Chip }) {
  if ('icon' in chip) return chip.icon;
  const Icon = KIND_ICONS[chip.only ?? chip.kind];
  return <Icon aria-hidden size={14} className="shrink-0 text-accent-ink" />;
}

/**
 * Chips of the context documents of a question, or of its agent. Arrow keys move between them, Backspace and Delete
 * remove one.
 */
export function ContextChips({
  items,
  label,
  onRemove,
  onLeave,
}: {
  /** accessible name, if the chips are not the context of a question */
  label?: string;
  items: readonly Chip[];
  onRemove: (id: string) => void;
  /** moves the focus to the text */
  onLeave: () => void;
}) {
  const { t } = useTranslation('ask');
  const chips = useChips(onRemove, onLeave);
  return (
    <ul ref={chips.list} aria-label={label ?? t('ask:context.chosen')} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {items.map((chip, at) => (
        <ContextChip
          key={chip.id}
          chip={chip}
          onRemove={() => chips.remove(chip.id)}
          onKeyDown={(event) => chips.onKeyDown(event, chip.id, at)}
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
  // empty until the query has its first value
  const title = chip.title || (document === undefined && !isNamed ? '' : document?.title || t('common:untitled'));
  return (
    <ChipView name={title} icon={<ChipIcon chip={chip} />} isTabStop onRemove={onRemove} onKeyDown={onKeyDown}>
      <span className="max-w-56 truncate">
        <Written text={title} />
      </span>
    </ChipView>
  );
}
