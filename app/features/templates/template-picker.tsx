import { ArrowLeft, SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '~/features/lists/use-search';
import { loadNamespaces } from '~/i18n/client';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { Select } from '~/ui/controls/select';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Dialog } from '~/ui/overlays/dialog';
import type { Language } from '../../../sync/model/languages';
import { FILTERS, groupsOf, type TemplateFilter } from './groups';
import { LoadFailure } from './load-failure';
import { TemplateList } from './template-list';
import { TemplatePreview } from './template-preview';
import { useTemplates } from './use-templates';

export interface TemplatePickerProps {
  /** language of the summary, used for the built-in templates */
  language: Language;
  /** a built-in id or the id of a custom template (sync/model/summary-templates.ts, kind `templates`) */
  onChoose: (templateId: string) => void;
  onClose: () => void;
}

/**
 * Chooses a summary template: by category, search or favourites, with a preview of its headings. Works offline. On a narrow
 * screen the preview replaces the list. Mounted only while it is open; loads its own texts.
 */
export function TemplatePicker(props: TemplatePickerProps) {
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void loadNamespaces(['templates']).then(() => isOpen && setHasTexts(true));
    return () => {
      isOpen = false;
    };
  }, []);
  return hasTexts ? <Picker {...props} /> : null;
}

function Picker({ language, onChoose, onClose }: TemplatePickerProps) {
  const { t } = useTranslation(['templates', 'common', 'project']);
  const { templates, isFailed, retry } = useTemplates(language);
  const search = useSearch();
  const [filter, setFilter] = useState<TemplateFilter>('all');
  const [selected, setSelected] = useState('');
  // undefined if it was deleted elsewhere while the dialog is open
  const template = templates?.list.find(({ id }) => id === selected);
  const groups = useMemo(
    () => (templates ? groupsOf(templates, filter, search.query) : []),
    [templates, filter, search.query],
  );
  const nameOf = (id: TemplateFilter): string =>
    id === 'all' || id === 'favourites' || id === 'custom'
      ? t(`templates:filter.${id}`)
      : (templates?.categories[id] ?? '');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="full"
      title={t('templates:picker.title')}
      footer={(close) => (
        <>
          <Button onPress={close}>{t('common:cancel')}</Button>
          <Button variant="primary" isDisabled={!template} onPress={() => template && onChoose(template.id)}>
            {t('templates:picker.use')}
          </Button>
        </>
      )}
    >
      {isFailed ? (
        <LoadFailure onRetry={retry} />
      ) : !templates ? (
        <SkeletonRows />
      ) : (
        <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[20rem_minmax(0,1fr)]">
          <div className={template ? 'flex min-h-0 flex-col gap-3 max-md:hidden' : 'flex min-h-0 flex-col gap-3'}>
            <SearchField {...search.field} autoFocus label={t('templates:search')} />
            <Select
              aria-label={t('templates:filter.label')}
              options={FILTERS.map((id) => ({ id, label: nameOf(id) }))}
              value={filter}
              onChange={setFilter}
            />
            <div className="min-h-0 flex-1 overflow-y-auto">
              {groups.length === 0 ? (
                <EmptyState
                  icon={<SearchX size={22} />}
                  title={search.query ? t('project:search.none', { query: search.query }) : t('templates:none')}
                />
              ) : (
                <TemplateList
                  groups={groups}
                  categories={templates.categories}
                  selected={selected}
                  onSelect={setSelected}
                  onAction={onChoose}
                />
              )}
            </div>
          </div>
          <div className={template ? 'min-h-0 overflow-y-auto' : 'min-h-0 overflow-y-auto max-md:hidden'}>
            {template ? (
              <>
                <Button
                  size="small"
                  className="mb-3 md:hidden"
                  icon={<ArrowLeft aria-hidden size={16} />}
                  onPress={() => setSelected('')}
                >
                  {t('templates:picker.back')}
                </Button>
                <TemplatePreview template={template} categories={templates.categories} />
              </>
            ) : (
              <p className="py-16 text-center text-14 text-ink-muted">{t('templates:picker.hint')}</p>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
