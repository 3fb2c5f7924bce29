import { useCallback, useEffect, useState } from 'react';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '~/i18n/size-text';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { SignOutDialog } from '~/features/shell/sign-out';
import { paths } from '~/paths';
import { replica, run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Badge } from '~/ui/data/badge';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { SyncBadge } from '~/ui/data/sync-badge';
import { Progress } from '~/ui/feedback/progress';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { FilesOnDevice } from './files-on-device';
import { FreeAllHead } from './free-all-head';
import type { RecordingRow, StorageReport } from '../../../sync/engine/host/api';

/** Storage use of this device, what can be freed safely, and erasing everything. */
export function StorageSection() {
  const { t, i18n } = useTranslation(['settings', 'common', 'errors']);
  const [report, setReport] = useState<StorageReport | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [erasing, setErasing] = useState(false);
  const recordings = useQuery({ kind: 'recordings' });
  const measure = useCallback(async () => {
    try {
      setReport(await replica().storage());
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, []);
  useEffect(() => void measure(), [measure, recordings]);
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const persist = async () => {
    const granted = await navigator.storage.persist();
    toast.message(t(granted ? 'settings:storage.persistGranted' : 'settings:storage.persistRefused'));
    await measure();
  };
  const free = async (rows: RecordingRow[]) => {
    try {
      for (const row of rows) await run('recording.free', { id: row.id });
      toast.success(t('settings:storage.freed', { count: rows.length }));
      await measure();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const safe = (recordings ?? []).filter((r) => r.transfer === 'onServer');
  const kinds = ['recordings', 'files', 'texts', 'documents'] as const;
  return (
    <section className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <h2 className="text-16">{t('settings:storage.title')}</h2>
        {failure ? (
          <Banner kind="warning">{errorText(t, failure)}</Banner>
        ) : !report ? (
          <SkeletonRows rows={3} twoLines={false} />
        ) : (
          <>
            <Progress
              label={t('settings:storage.used')}
              value={report.quota > 0 ? Math.min(100, (report.usage / report.quota) * 100) : null}
              valueText={t('settings:storage.usedOf', { used: size(report.usage), quota: size(report.quota) })}
              tone={report.quota > 0 && report.usage / report.quota > 0.9 ? 'danger' : 'accent'}
            />
            <dl className="flex flex-col">
              {kinds.map((kind) => (
                <div
                  key={kind}
                  className="flex min-h-10 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{t(`settings:storage.kind.${kind}`)}</dt>
                  <dd className="tabular text-ink-muted">{size(report.kinds[kind])}</dd>
                </div>
              ))}
            </dl>
            <div className="flex flex-wrap items-center gap-3 text-13">
              <Badge tone={report.persisted ? 'success' : 'warning'}>
                {t(report.persisted ? 'settings:storage.persisted' : 'settings:storage.notPersisted')}
              </Badge>
              <span className="flex-1 basis-60 leading-relaxed text-ink-muted">
                {t(report.persisted ? 'settings:storage.persistedText' : 'settings:storage.notPersistedText')}
              </span>
              {!report.persisted && (
                <Button size="small" onPress={() => void persist()}>
                  {t('settings:storage.askPersist')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      <div className="flex flex-col gap-3">
        <FreeAllHead
          title={t('settings:storage.recordings')}
          freeable={safe}
          canFree={safe.length > 1}
          onFree={() => void free(safe)}
        />
        {recordings && recordings.length === 0 && (
          <p className="text-ink-muted">{t('settings:storage.noRecordings')}</p>
        )}
        <ul className="flex flex-col">
          {recordings?.map((r) => (
            <li
              key={r.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <Link
                  to={paths.meeting(r.meetingId)}
                  className="focus-ring block truncate rounded-control text-ink-strong hover:underline"
                >
                  {r.fileName}
                </Link>
                <p className="text-12 text-ink-muted">
                  <span className="tabular">{size(r.bytes)}</span> · <RelativeTime at={r.startedAt} />
                </p>
              </div>
              <SyncBadge state={r.syncState} />
              {r.transfer === 'onServer' && (
                <Button size="small" variant="quiet" onPress={() => void free([r])}>
                  {t('settings:storage.free')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      <FilesOnDevice onFreed={measure} />
      <div className="flex flex-col items-start gap-3">
        <h2 className="text-16">{t('settings:storage.erase')}</h2>
        <p className="leading-relaxed text-ink-muted">{t('settings:storage.eraseText')}</p>
        <Button variant="danger" onPress={() => setErasing(true)}>
          {t('settings:storage.eraseButton')}
        </Button>
      </div>
      <SignOutDialog isOpen={erasing} onOpenChange={setErasing} />
    </section>
  );
}
