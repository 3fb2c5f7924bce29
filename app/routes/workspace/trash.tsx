import { SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { ScreenError } from '~/features/project/screen-error';
import { usePeople } from '~/features/people/use-people';
import { useSearch } from '~/features/lists/use-search';
import { LastKnown } from '~/features/server-list/last-known';
import { reportFailure } from '~/features/failures/report-failure';
import { ChooseProject } from '~/features/trash/choose-project';
import { TrashEntryRow } from '~/features/trash/trash-row';
import { restoreAll } from '~/features/trash/undo';
import { useTrash, type TrashRow } from '~/features/trash/use-trash';
import { loadNamespaces } from '~/i18n/client';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { trashCalls } from '../../../server/core/trash/contract';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';

export const clientLoader = async () => {
  await loadNamespaces(['trash']);
  return null;
};

const hasCode = (error: unknown, code: string): boolean => error instanceof CallError && error.code === code;

/** The deleted documents that this person may restore; offline the last known ones. */
export default function Trash() {
  const { t } = useTranslation(['trash', 'common', 'errors', 'outbox']);
  const search = useSearch();
  const people = usePeople();
  const { rows, at, failure, hasMore, more, refresh } = useTrash(search.query);
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState('');
  const [choosing, setChoosing] = useState<TrashRow | null>(null);
  const [asking, setAsking] = useState<TrashRow | 'all' | null>(null);

  const restore = async (row: TrashRow, projectId?: string): Promise<void> => {
    const { kind, id, title } = row;
    setBusy(id);
    try {
      if (row.isLocal) {
        if (!(await restoreAll(t, [{ collection: kind, id, title }]))) return;
      } else await call(trashCalls.restore, { kind, id, ...(projectId ? { projectId } : {}) });
      toast.success(t('trash:restored', { title: title || t('trash:untitled') }));
      setChoosing(null);
    } catch (error) {
      // a queued restore uses the original project; another project can be chosen only online
      if (error instanceof NoAnswerError && !projectId) await restoreAll(t, [{ collection: kind, id, title }]);
      else if ((kind === 'notes' || kind === 'projectItems') && hasCode(error, 'PROJECT_NOT_FOUND')) setChoosing(row);
      else reportFailure(t, error, { noAnswer: t('common:needsConnection') });
    } finally {
      setBusy('');
      keepFocus();
      await refresh();
      keepFocus();
    }
  };
  const erase = async (): Promise<void> => {
    if (!asking) return;
    try {
      if (asking === 'all') await call(trashCalls.empty, { before: at });
      else await call(trashCalls.erase, { kind: asking.kind, id: asking.id });
    } catch (error) {
      reportFailure(t, error, { noAnswer: t('common:needsConnection') });
    }
    await refresh();
    keepFocus();
  };
  const title = asking && asking !== 'all' ? asking.title || t('trash:untitled') : '';
  return (
    <>
      <PageHeader
        title={t('trash:title')}
        action={
          rows?.some((row) => row.canErase) && (
            <Button
              icon={<Trash2 aria-hidden size={16} />}
              isDisabled={failure !== null}
              onPress={() => setAsking('all')}
            >
              {t('trash:empty.action')}
            </Button>
          )
        }
      />
      <PageBody width="wide">
        <p className="mb-4 max-w-(--writing) leading-relaxed text-ink-muted">{t('trash:text')}</p>
        <LastKnown failure={failure} at={at} onRetry={() => void refresh()} />
        {(search.query !== '' || (rows?.length ?? 0) > 5) && (
          <SearchField {...search.field} label={t('trash:search')} className="mb-4 max-w-sm" />
        )}
        {!rows ? (
          <SkeletonRows rows={4} />
        ) : rows.length > 0 ? (
          <ul aria-label={t('trash:title')} className="flex flex-col">
            {rows.map((row) => (
              <li key={`${row.kind}/${row.id}`}>
                <TrashEntryRow
                  row={row}
                  people={people}
                  now={now}
                  isBusy={busy === row.id}
                  onRestore={() => (row.kind === 'notes' && row.isProjectGone ? setChoosing(row) : void restore(row))}
                  onErase={() => setAsking(row)}
                />
              </li>
            ))}
          </ul>
        ) : search.query ? (
          <EmptyState
            icon={<SearchX size={22} />}
            title={t('trash:notFound', { query: search.query })}
            action={<Button onPress={search.clear}>{t('common:clear')}</Button>}
          />
        ) : (
          !(failure && at === 0) && (
            <EmptyState icon={<Trash2 size={22} />} title={t('trash:empty.title')} text={t('trash:empty.text')} />
          )
        )}
        {hasMore && (
          <div className="mt-4 flex justify-center">
            <Button onPress={more}>{t('trash:more')}</Button>
          </div>
        )}
      </PageBody>
      {choosing && (
        <ChooseProject
          title={choosing.title || t('trash:untitled')}
          onClose={() => setChoosing(null)}
          onChosen={(projectId) => restore(choosing, projectId)}
        />
      )}
      <ConfirmDialog
        isOpen={asking !== null}
        onOpenChange={(open) => {
          if (!open) setAsking(null);
        }}
        title={asking === 'all' ? t('trash:empty.confirmTitle') : t('trash:erase.title', { title })}
        description={
          asking === 'all'
            ? t('trash:empty.confirmText')
            : t(asking?.kind === 'projects' ? 'trash:erase.projectText' : 'trash:erase.text')
        }
        confirmLabel={t('trash:erase.confirm')}
        onConfirm={erase}
      />
    </>
  );
}

export const ErrorBoundary = ScreenError;
