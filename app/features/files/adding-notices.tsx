import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { LIMITS } from '../../../sync/model/limits';
import { addingStore, answer, type AddingFile } from './adding';

/** Files of a selection that are being stored, and those that need an answer or were refused. */
export function AddingNotices({ projectId }: { projectId: string }) {
  const { t } = useTranslation('files');
  const { files, progress } = useSyncExternalStore(addingStore.subscribe, addingStore.get, addingStore.get);
  const mine = files.filter((each) => each.projectId === projectId);
  const open = mine.filter(({ state }) => state !== 'waiting' && state !== 'storing');
  const storing = mine.length - open.length;
  return (
    <div role="status" className="empty:hidden">
      {storing > 0 && (
        <p className="mb-3 text-13 text-ink-muted">
          {progress.total > LIMITS.selectionFiles
            ? t('adding.batches', { done: progress.done, count: progress.total, size: LIMITS.selectionFiles })
            : t('adding.progress', { done: progress.done, count: progress.total })}
        </p>
      )}
      {open.length > 0 && (
        <div className="mb-4 rounded-card border border-line bg-raised">
          {open.length > 1 && <AllNotices files={open} />}
          <ul className="flex max-h-80 flex-col overflow-auto">
            {open.map((each) => (
              <Notice key={each.key} file={each} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/**
 * One answer for all files whose names are taken, also without those that cannot be added, and an end of all notices.
 */
function AllNotices({ files }: { files: readonly AddingFile[] }) {
  const { t } = useTranslation('files');
  const named = files.filter(({ state }) => state === 'sameName');
  const others = files.filter(({ state }) => state !== 'sameName');
  const act = async (of: readonly AddingFile[], choice: 'newVersion' | 'keepBoth' | 'skip'): Promise<void> => {
    for (const { key } of of) await answer(key, choice);
  };
  const addOthers = async (): Promise<void> => {
    await act(others, 'skip');
    await act(named, 'keepBoth');
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 text-13">
      <p className="min-w-0 flex-1 basis-56 text-ink-muted">{t('adding.open', { count: files.length })}</p>
      {named.length > 1 && (
        <>
          <Button size="small" onPress={() => void act(named, 'newVersion')}>
            {t('adding.allNewVersions')}
          </Button>
          {others.length === 0 && (
            <Button size="small" onPress={() => void act(named, 'keepBoth')}>
              {t('adding.keepAll')}
            </Button>
          )}
        </>
      )}
      {named.length > 0 && others.length > 0 && (
        <Button size="small" onPress={() => void addOthers()}>
          {t('adding.addOthers')}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => void act(files, 'skip')}>
        {t(named.length > 0 ? 'adding.skipAll' : 'adding.dismissAll')}
      </Button>
    </div>
  );
}

function Notice({ file }: { file: AddingFile }) {
  const { t } = useTranslation(['files', 'common', 'errors']);
  const { key, name, projectId, otherId, state } = file;
  const act = (choice: 'newVersion' | 'keepBoth' | 'skip') => () => void answer(key, choice);
  return (
    <li
      data-adding={state}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 text-13 last:border-0"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium text-ink-strong">
          <Written text={name} />
        </p>
        <p className={state === 'refused' ? 'text-danger-ink' : 'text-ink-muted'}>
          {state === 'refused'
            ? errorText(t, file.error)
            : t(state === 'duplicate' ? 'files:adding.duplicate' : 'files:adding.sameName')}
        </p>
      </div>
      {state === 'duplicate' && (
        <Link
          to={paths.projectItem(projectId, otherId, 'file')}
          preventScrollReset
          className="focus-ring rounded-control px-1 font-medium text-accent-ink hover:underline"
        >
          {t('files:adding.show')}
        </Link>
      )}
      {state === 'sameName' && (
        <>
          <Button size="small" onPress={act('newVersion')}>
            {t('files:adding.newVersion')}
          </Button>
          <Button size="small" onPress={act('keepBoth')}>
            {t('files:adding.keepBoth')}
          </Button>
        </>
      )}
      <IconButton
        size="small"
        label={state === 'sameName' ? t('files:adding.skip') : t('common:close')}
        icon={<X aria-hidden size={16} />}
        onPress={act('skip')}
      />
    </li>
  );
}
