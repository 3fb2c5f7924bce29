import { Star } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { sectionsOf } from '../../../sync/model/summary-templates';
import type { TemplateGroup } from './groups';
import type { Templates } from './use-templates';

export interface TemplateListProps {
  groups: readonly TemplateGroup[];
  categories: Templates['categories'];
  /** '' for none */
  selected: string;
  onSelect: (id: string) => void;
  /** called on Enter or a double click */
  onAction?: (id: string) => void;
}

/** Templates under their headings, selected by arrow keys or typing; the second line shows the headings of each. */
export function TemplateList({ groups, categories, selected, onSelect, onAction }: TemplateListProps) {
  const { t } = useTranslation('templates');
  const nameOf = (id: TemplateGroup['id']): string =>
    id === 'favourites' || id === 'own' || id === 'shared' ? t(`group.${id}`) : categories[id];
  // not the list box's own action: a tap would trigger it before the preview is visible
  const takeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !onAction || !selected) return;
    event.preventDefault();
    event.stopPropagation();
    onAction(selected);
  };
  return (
    <div
      role="presentation"
      onKeyDownCapture={takeByKey}
      onDoubleClick={() => {
        if (onAction && selected) onAction(selected);
      }}
    >
      <ListBox
        aria-label={t('list')}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={selected ? [selected] : []}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) onSelect(String(key));
        }}
        className="flex flex-col gap-1 outline-none"
      >
        {groups.map((group) => (
          <ListBoxSection key={group.id} id={group.id}>
            <Header className="px-2.5 pb-1 pt-2 text-12 text-ink-muted">{nameOf(group.id)}</Header>
            <Collection items={group.templates}>
              {(template) => (
                <ListBoxItem
                  id={template.id}
                  textValue={template.title}
                  className="flex min-h-[52px] cursor-default flex-col justify-center rounded-control px-2.5 py-1.5 outline-none data-hovered:bg-hover data-selected:bg-accent-tint data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-solid data-focus-visible:outline-accent"
                >
                  <span className="flex items-center gap-1.5 text-14 text-ink-strong">
                    <span className="truncate">{template.title}</span>
                    {template.isFavourite && (
                      <Star aria-label={t('isFavourite')} size={12} className="shrink-0 fill-current text-accent-ink" />
                    )}
                  </span>
                  <span className="truncate text-12 text-ink-muted">
                    {sectionsOf(template.content)
                      .map(({ heading }) => heading)
                      .join(' · ')}
                  </span>
                </ListBoxItem>
              )}
            </Collection>
          </ListBoxSection>
        ))}
      </ListBox>
    </div>
  );
}
