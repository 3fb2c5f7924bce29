import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { keepProject } from '~/features/project/keep';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { sizeText } from '~/i18n/size-text';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { toast } from '~/ui/feedback/toast';
import { FreeAllHead } from './free-all-head';
import type { LocalFileRow } from '../../../sync/engine/host/api';

/** Files whose bytes are on this device, those that can be freed, and the projects whose files are kept here. */
export function FilesOnDevice({ onFreed }: { onFreed: () => Promise<void> }) {
  const { t, i18n } = useTranslation(['settings', 'project', 'errors']);
  const files = useQuery({ kind: 'files' })?.filter(({ hasBytes }) => hasBytes);
  const kept = useQuery({ kind: 'keptProjects' });
  const projects = useQuery({ kind: 'find', collection: 'projects' });
  const size = (bytes: number): string => sizeText(bytes, i18n.language);
  if (!files || !kept) return null;
  // those of kept projects would be loaded again
  const safe = files.filter(({ state, projectId }) => state === 'onServer' && !kept.includes(projectId));
  const free = async (rows: readonly LocalFileRow[]) => {
    try {
      for (const { id } of rows) await run('file.free', { id });
      toast.success(t('settings:storage.freedFiles', { count: rows.length }));
      await onFreed();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const titleOf = (id: string): string => projects?.find((project) => project.id === id)?.title ?? '';
  return (
    <div className="flex flex-col gap-3">
      <FreeAllHead
        title={t('settings:storage.files')}
        freeable={safe}
        canFree={safe.length > 0}
        onFree={() => void free(safe)}
      />
      <p className="leading-relaxed text-ink-muted">
        {files.length === 0
          ? t('settings:storage.noFiles')
          : t('settings:storage.filesOf', {
              count: files.length,
              size: size(files.reduce((sum, { bytes }) => sum + bytes, 0)),
            })}
        {safe.length > 0 && ` ${t('settings:storage.filesText')}`}
      </p>
      {kept.length > 0 && (
        <section aria-label={t('settings:storage.kept')}>
          <h3 className="text-14 font-medium">{t('settings:storage.kept')}</h3>
          <ul className="flex flex-col">
            {kept.map((id) => (
              <li
                key={id}
                className="flex min-h-10 items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
              >
                <Link
                  to={paths.project(id, 'files')}
                  className="focus-ring min-w-0 truncate rounded-control text-ink-strong hover:underline"
                >
                  <Written text={titleOf(id)} />
                </Link>
                <Button
                  size="small"
                  variant="quiet"
                  onPress={() => void keepProject(t, { id, title: titleOf(id) }, false)}
                >
                  {t('settings:storage.unkeep')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
