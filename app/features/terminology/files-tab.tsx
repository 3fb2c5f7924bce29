import { CloudOff, FileText, FileUp, Sparkles, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileTrigger } from 'react-aria-components';
import { call } from '~/api/client';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { usePeople } from '~/features/people/use-people';
import { sizeText } from '~/i18n/size-text';
import { Button } from '~/ui/controls/button';
import { DropZone } from '~/ui/controls/drop-zone';
import { IconButton } from '~/ui/controls/icon-button';
import { ListRow } from '~/ui/data/list-row';
import { StateDot, type DotTone } from '~/ui/data/state-dot';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import {
  terminologyCalls,
  type TerminologyFile,
  type TerminologyFileStatus,
} from '../../../server/core/terminology/contract';
import { FILE_TYPES } from '../../../sync/model/file-types';
import { ReviewDialog } from './review-dialog';
import { sendTerminologyFile } from './send-file';
import { useTerminologyFiles } from './use-files';

const TONES: Record<TerminologyFileStatus, DotTone> = {
  READY: 'neutral',
  PARSING: 'accent',
  PARSED: 'warning',
  EXTRACTING: 'accent',
  EXTRACT_FINISH: 'success',
  EXTRACT_FAILED: 'danger',
};
const ACCEPTED = FILE_TYPES.filter(({ category }) => category !== 'audio').map(({ extension }) => extension);

/** Files from which terms are extracted: uploaded, parsed by the server, extracted on request, reviewed by a member. */
export function FilesTab() {
  const { t } = useTranslation(['terminology', 'common', 'errors']);
  const { list, isFailed, isOnline, reload } = useTerminologyFiles();
  const [sending, setSending] = useState(0);
  const [reviewed, setReviewed] = useState('');
  const [deleting, setDeleting] = useState<TerminologyFile | null>(null);
  const closed = useRef(new AbortController());
  useEffect(() => {
    const own = (closed.current = new AbortController());
    return () => own.abort();
  }, []);

  const send = async (files: readonly File[]): Promise<void> => {
    const { signal } = closed.current;
    for (const file of files) {
      setSending((n) => n + 1);
      try {
        await sendTerminologyFile(file, signal);
        await reload();
      } catch (error) {
        if (signal.aborted) return;
        toast.error(t('terminology:files.uploadFailed'), { description: `${file.name}: ${errorText(t, error)}` });
      } finally {
        setSending((n) => n - 1);
      }
    }
  };
  const act = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      reportFailure(t, error);
    }
    await reload();
  };

  if (!isOnline && !list)
    return (
      <EmptyState
        icon={<CloudOff size={22} />}
        title={t('terminology:files.offline')}
        text={t('terminology:files.offlineText')}
      />
    );
  return (
    <DropZone
      text={t('terminology:files.drop')}
      isDisabled={!isOnline}
      onDrop={(files) => void send(files)}
      className="flex min-h-0 flex-1 flex-col gap-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-full text-13 text-ink-muted sm:basis-0">{t('terminology:files.about')}</p>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={ACCEPTED}
          onSelect={(files) => void send(files ? [...files] : [])}
        >
          <Button
            variant="primary"
            icon={<FileUp aria-hidden size={16} />}
            isLoading={sending > 0}
            isDisabled={!isOnline}
          >
            {t('terminology:files.upload')}
          </Button>
        </FileTrigger>
      </div>
      {isFailed && !list ? (
        <EmptyState
          icon={<CloudOff size={22} />}
          title={t('terminology:files.notLoaded')}
          action={<Button onPress={() => void reload()}>{t('common:retry')}</Button>}
        />
      ) : !list ? (
        <SkeletonRows />
      ) : list.length === 0 ? (
        <EmptyState
          icon={<FileText size={22} />}
          title={t('terminology:files.empty')}
          text={t('terminology:files.emptyText')}
        />
      ) : (
        <ul aria-label={t('terminology:tab.files')} className="max-h-[62dvh] overflow-y-auto">
          {list.map((file) => (
            <li key={file.id}>
              <FileRow
                file={file}
                isOnline={isOnline}
                onExtract={() => void act(call(terminologyCalls.extract, { id: file.id }))}
                onReview={() => setReviewed(file.id)}
                onDelete={() => setDeleting(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {reviewed && (
        <ReviewDialog
          id={reviewed}
          onClose={() => {
            setReviewed('');
            void reload();
          }}
        />
      )}
      <ConfirmDialog
        isOpen={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('terminology:files.deleteTitle', { name: deleting?.name ?? '' })}
        description={t('terminology:files.deleteText')}
        confirmLabel={t('common:delete')}
        onConfirm={() => (deleting ? act(call(terminologyCalls.removeFiles, { ids: [deleting.id] })) : undefined)}
      />
    </DropZone>
  );
}

function FileRow({
  file,
  isOnline,
  onExtract,
  onReview,
  onDelete,
}: {
  file: TerminologyFile;
  isOnline: boolean;
  onExtract: () => void;
  onReview: () => void;
  onDelete: () => void;
}) {
  const { t, i18n } = useTranslation(['terminology', 'errors']);
  const { byId } = usePeople();
  const by = byId.get(file.userId)?.name;
  const state = t(`terminology:state.${file.status}`);
  return (
    <ListRow
      icon={<FileText size={16} />}
      title={file.name}
      at={file.createdAt}
      detail={
        <>
          <span className="sm:hidden">{state} · </span>
          {file.status === 'EXTRACT_FAILED'
            ? errorText(t, { code: file.error, params: { fileName: file.name } })
            : [
                sizeText(file.size, i18n.language),
                by,
                file.mode && file.status === 'EXTRACT_FINISH' ? t(`terminology:mode.${file.mode}`) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
        </>
      }
      meta={
        <>
          <span className="max-sm:hidden">
            <StateDot tone={TONES[file.status]}>{state}</StateDot>
          </span>
          {file.candidates > 0 && (
            <Button size="small" isDisabled={!isOnline} onPress={onReview}>
              {t('terminology:files.review', { count: file.candidates })}
            </Button>
          )}
          {file.isRead && (file.status === 'PARSED' || file.status === 'EXTRACT_FAILED') && (
            <Button size="small" icon={<Sparkles aria-hidden size={14} />} isDisabled={!isOnline} onPress={onExtract}>
              {t(file.status === 'PARSED' ? 'terminology:files.extract' : 'terminology:files.extractAgain')}
            </Button>
          )}
          <IconButton
            size="small"
            variant="danger"
            label={t('terminology:row.deleteFile', { name: file.name })}
            icon={<Trash2 aria-hidden size={16} />}
            isDisabled={!isOnline}
            onPress={onDelete}
          />
        </>
      }
    />
  );
}
