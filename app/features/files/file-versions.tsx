import { useCallback, useEffect, useState } from 'react';
import { Download, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import type { People } from '~/features/people/use-people';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { sizeText } from '~/i18n/size-text';
import { useStatus } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { Badge } from '~/ui/data/badge';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { fileCalls } from '../../../server/core/files/contract';
import type { CallOutput } from '../../../sync/protocol/call';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { downloadFile } from './download';

type Version = CallOutput<typeof fileCalls.versions>['list'][number];

/**
 * The versions of a file, read from the server: each can be downloaded, and an earlier one restored as a new version.
 */
export function FileVersions({ item, people }: { item: ProjectItem; people: People }) {
  const { t, i18n } = useTranslation(['files', 'common', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const [versions, setVersions] = useState<readonly Version[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { id, version: current } = item;
  const load = useCallback(async () => {
    try {
      setVersions((await call(fileCalls.versions, { id })).list);
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, [id]);
  useEffect(() => {
    if (isOnline && current > 0) void load();
  }, [load, isOnline, current]);
  if (current === 0) return null;
  const restore = async (version: number) => {
    try {
      await call(fileCalls.restoreVersion, { id, version });
      toast.success(t('files:versions.restored', { version }));
      await load();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <section aria-label={t('files:versions.title')} className="mt-6 px-5">
      <h3 className="mb-1 text-14 font-semibold">{t('files:versions.title')}</h3>
      {!isOnline && !versions ? (
        <p className="text-13 text-ink-muted">{t('files:versions.offline')}</p>
      ) : failure && !versions ? (
        <p className="text-13 text-danger-ink">{errorText(t, failure)}</p>
      ) : !versions ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul>
          {versions.map((each) => (
            <li key={each.version} className="flex min-h-[52px] items-center gap-2 border-b border-line last:border-0">
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 text-14 text-ink-strong">
                  {t('files:versions.number', { version: each.version })}
                  {each.version === current && <Badge tone="accent">{t('files:versions.current')}</Badge>}
                </p>
                <p className="truncate text-12 text-ink-muted">
                  {[people.byId.get(each.userId)?.name, sizeText(each.size, i18n.language)].filter(Boolean).join(' · ')}{' '}
                  · <RelativeTime at={each.createdAt} />
                </p>
              </div>
              <IconButton
                size="small"
                label={t('files:versions.download', { version: each.version })}
                icon={<Download aria-hidden size={16} />}
                isDisabled={!isOnline}
                onPress={() =>
                  void downloadFile(item, { isOnline, hasBytes: false, version: each.version }).catch(
                    (error: unknown) => reportFailure(t, error),
                  )
                }
              />
              {each.version !== current && item.abilities.includes('update') && (
                <IconButton
                  size="small"
                  label={t('files:versions.restore', { version: each.version })}
                  icon={<RotateCcw aria-hidden size={16} />}
                  isDisabled={!isOnline}
                  onPress={() => void restore(each.version)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
