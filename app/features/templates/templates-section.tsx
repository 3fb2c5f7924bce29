import { ArrowLeft, CopyPlus, LayoutTemplate, PencilLine, Plus, SearchX, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '~/features/lists/use-search';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { isLanguage } from '../../../sync/model/languages';
import { TEMPLATE_CATEGORIES } from '../../../sync/model/summary-templates';
import { groupsOf } from './groups';
import { LoadFailure } from './load-failure';
import type { TemplateDraft } from './template-editor';
import { TemplateList } from './template-list';
import { TemplatePreview } from './template-preview';
import type { TemplateTestRun } from './test-run';
import { useTemplates, type ShownTemplate } from './use-templates';

const TemplateEditor = lazy(() => import('./template-editor'));

type Editing = { id?: string; initial: TemplateDraft };

/** All templates with a preview; own ones can be edited and deleted, each can be copied to a new one. */
export default function TemplatesSection({ testRun }: { testRun?: TemplateTestRun }) {
  const { t, i18n } = useTranslation(['templates', 'common', 'project', 'errors']);
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const { templates, isFailed, retry } = useTemplates(language);
  const search = useSearch();
  const [selected, setSelected] = useState('');
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<ShownTemplate | null>(null);
  const groups = useMemo(() => (templates ? groupsOf(templates, 'all', search.query) : []), [templates, search.query]);
  const template = templates?.list.find(({ id }) => id === selected);

  const draftOf = ({ title, content, category, doc }: ShownTemplate): TemplateDraft => ({
    title,
    content,
    categoryId: category,
    langType: doc?.langType ?? language,
    shareRange: doc?.shareRange ?? 'private',
  });
  const edit = ({ id }: ShownTemplate): void => {
    // it may have been deleted on another device since it was rendered
    const current = templates?.list.find((each) => each.id === id);
    if (current) setEditing({ id, initial: draftOf(current) });
    else toast.error(t('templates:failed.detail'));
  };
  const remove = async ({ id, title }: ShownTemplate): Promise<void> => {
    try {
      await run('template.delete', { id });
    } catch (error) {
      reportFailure(t, error, { title: t('templates:failed.delete') });
      return;
    }
    setSelected('');
    toast.success(t('templates:delete.done', { title }));
  };

  if (isFailed) return <LoadFailure onRetry={retry} />;
  if (!templates) return <SkeletonRows />;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[40rem] text-14 text-ink-muted">{t('templates:about')}</p>
      <div className="flex flex-wrap gap-2">
        <SearchField
          {...search.field}
          label={t('templates:search')}
          className="min-w-0 flex-1 basis-full sm:max-w-72 sm:basis-auto"
        />
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          className="ml-auto"
          onPress={() =>
            setEditing({
              initial: {
                title: '',
                content: '',
                categoryId: TEMPLATE_CATEGORIES[0],
                langType: language,
                shareRange: 'private',
              },
            })
          }
        >
          {t('templates:editor.new')}
        </Button>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={template ? 'max-md:hidden' : ''}>
          {groups.length === 0 ? (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('project:search.none', { query: search.query })}
              action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
            />
          ) : (
            <TemplateList
              groups={groups}
              categories={templates.categories}
              selected={selected}
              onSelect={setSelected}
            />
          )}
        </div>
        <div className={template ? 'flex flex-col gap-4' : 'max-md:hidden'}>
          {template ? (
            <>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  className="md:hidden"
                  icon={<ArrowLeft aria-hidden size={16} />}
                  onPress={() => setSelected('')}
                >
                  {t('templates:picker.back')}
                </Button>
                {template.origin === 'own' && (
                  <Button size="small" icon={<PencilLine aria-hidden size={16} />} onPress={() => edit(template)}>
                    {t('common:edit')}
                  </Button>
                )}
                <Button
                  size="small"
                  icon={<CopyPlus aria-hidden size={16} />}
                  onPress={() => setEditing({ initial: { ...draftOf(template), shareRange: 'private' } })}
                >
                  {t('templates:copy')}
                </Button>
                {template.origin === 'own' && (
                  <Button
                    size="small"
                    variant="danger"
                    icon={<Trash2 aria-hidden size={16} />}
                    onPress={() => setDeleting(template)}
                  >
                    {t('common:delete')}
                  </Button>
                )}
              </div>
              <TemplatePreview template={template} categories={templates.categories} />
            </>
          ) : (
            <EmptyState icon={<LayoutTemplate size={22} />} title={t('templates:picker.hint')} />
          )}
        </div>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <TemplateEditor
            {...editing}
            categories={templates.categories}
            testRun={testRun}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('templates:delete.title', { title: deleting?.title ?? '' })}
        description={t('templates:delete.text')}
        confirmLabel={t('common:delete')}
        onConfirm={() => (deleting ? remove(deleting) : undefined)}
      />
    </div>
  );
}
