import { BookA, MoreHorizontal, PencilLine, Plus, SearchX, Trash2, Upload, Download } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CSV_BEGIN, csvRow } from '~/features/admin/csv';
import { saveFile } from '~/ui/save-file';
import { useSearch } from '~/features/lists/use-search';
import { reportFailure } from '~/features/failures/report-failure';
import { langOf } from '~/i18n/text-language';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { FileChooser } from '~/ui/controls/file-chooser';
import { IconButton } from '~/ui/controls/icon-button';
import { ListRow } from '~/ui/data/list-row';
import { VirtualList } from '~/ui/data/virtual-list';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { MenuButton } from '~/ui/overlays/menu';
import type { Term } from '../../../sync/model/kinds/terms';
import { textOfFile } from '../../../sync/text/decode-text';
import { CSV_ROWS_MAX, termsFromCsv } from '../../../sync/terms/csv';
import { TermSearch } from '../../../sync/terms/search';
import { TermForm } from './term-form';

/** bytes of a CSV file: 10,000 rows of the longest terms with definitions */
const CSV_BYTES_MAX = 32 * 1024 * 1024;

/** A search over the terms; reuses the folded texts of unchanged terms. */
function useTermSearch(terms: readonly Term[] | undefined): TermSearch<Term> | null {
  const last = useRef<TermSearch<Term> | undefined>(undefined);
  return useMemo(() => {
    if (!terms) return null;
    return (last.current = new TermSearch(terms, last.current));
  }, [terms]);
}

/** The terms: search, add, change, delete, and CSV import and export; all works offline. */
export function TermsTab() {
  const { t } = useTranslation(['terminology', 'common', 'project', 'errors']);
  const terms = useQuery({ kind: 'find', collection: 'terms', sort: [{ recency: 'asc' }] });
  const search = useSearch();
  const searched = useTermSearch(terms);
  const shown = useMemo(() => searched?.find(search.query) ?? [], [searched, search.query]);
  const [editing, setEditing] = useState<{ term: Term | null } | null>(null);
  const [deleting, setDeleting] = useState<Term | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const importFile = async (file: File): Promise<void> => {
    if (file.size > CSV_BYTES_MAX) return toast.error(t('terminology:csv.tooLarge'));
    try {
      const rows = termsFromCsv(await textOfFile(file));
      if (rows.length > CSV_ROWS_MAX) return toast.error(t('terminology:csv.tooMany', { max: CSV_ROWS_MAX }));
      const { added, duplicates, invalid } = await run('term.import', { rows });
      toast.success(t('terminology:csv.imported', { count: added }), {
        description: t('terminology:csv.leftOut', { duplicates, invalid }),
      });
    } catch (error) {
      reportFailure(t, error, { title: t('terminology:csv.failed') });
    }
  };
  const exportAll = (): void => {
    const heads = csvRow([t('terminology:form.term'), t('terminology:form.definition'), t('terminology:form.reading')]);
    const rows = (terms ?? []).map(({ term, definition, reading = '' }) => csvRow([term, definition, reading]));
    saveFile('terms.csv', new Blob([CSV_BEGIN, heads, ...rows], { type: 'text/csv;charset=utf-8' }));
  };
  const remove = async (term: Term): Promise<void> => {
    try {
      await run('term.delete', { ids: [term.id] });
      toast.success(t('terminology:delete.done', { term: term.term }));
    } catch (error) {
      reportFailure(t, error);
    }
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          {...search.field}
          label={t('terminology:search')}
          className="min-w-0 flex-1 basis-full sm:max-w-80 sm:basis-auto"
        />
        <span role="status" className="tabular mr-auto text-13 text-ink-muted">
          {terms && t('terminology:count', { count: shown.length })}
        </span>
        <MenuButton
          label={t('terminology:csv.menu')}
          trigger={<IconButton label={t('terminology:csv.menu')} icon={<MoreHorizontal aria-hidden size={18} />} />}
          items={[
            { id: 'import', label: t('terminology:csv.import'), icon: <Upload size={16} /> },
            { id: 'export', label: t('terminology:csv.export'), icon: <Download size={16} /> },
          ]}
          onAction={(id) => (id === 'import' ? chooser.current?.click() : exportAll())}
        />
        <FileChooser
          ref={chooser}
          accept=".csv,.tsv,.txt,text/csv"
          aria-label={t('terminology:csv.import')}
          onChoose={([file]) => void importFile(file!)}
        />
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setEditing({ term: null })}>
          {t('terminology:form.new')}
        </Button>
      </div>
      {!terms ? (
        <SkeletonRows />
      ) : terms.length === 0 ? (
        <EmptyState icon={<BookA size={22} />} title={t('terminology:empty')} text={t('terminology:emptyText')} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('project:search.none', { query: search.query })}
          action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
        />
      ) : (
        <VirtualList
          label={t('terminology:tab.terms')}
          items={shown}
          rowHeight={52}
          keyOf={({ id }) => id}
          scroll="box"
          className="max-h-[62dvh] overflow-y-auto"
        >
          {(term) => <TermRow term={term} onEdit={() => setEditing({ term })} onDelete={() => setDeleting(term)} />}
        </VirtualList>
      )}
      {editing && <TermForm term={editing.term} all={terms ?? []} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        isOpen={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('terminology:delete.title', { term: deleting?.term ?? '' })}
        description={t('terminology:delete.text')}
        confirmLabel={t('common:delete')}
        onConfirm={() => (deleting ? remove(deleting) : undefined)}
      />
    </div>
  );
}

function TermRow({ term, onEdit, onDelete }: { term: Term; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('terminology');
  return (
    <ListRow
      title={
        <span lang={langOf(term.term)}>
          {term.term}
          {term.reading && <span className="pl-2 text-12 text-ink-muted">{term.reading}</span>}
        </span>
      }
      detail={term.definition || t('noDefinition')}
      onPress={onEdit}
      meta={
        <>
          {term.source === 'TERMINOLOGY_FILE_EXTRACT' && (
            <span className="max-sm:hidden">{t('source.TERMINOLOGY_FILE_EXTRACT')}</span>
          )}
          <span className="tabular" title={t('matchesHint')}>
            {t('matches', { count: term.matchCount })}
          </span>
        </>
      }
      actions={
        <>
          <IconButton
            size="small"
            label={t('row.edit', { term: term.term })}
            icon={<PencilLine aria-hidden size={16} />}
            onPress={onEdit}
          />
          <IconButton
            size="small"
            variant="danger"
            label={t('row.delete', { term: term.term })}
            icon={<Trash2 aria-hidden size={16} />}
            onPress={onDelete}
          />
        </>
      }
    />
  );
}
