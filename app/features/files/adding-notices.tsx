import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import type { UndecidedFileRow } from '../../../sync/engine/host/api';
import { LIMITS } from '../../../sync/model/limits';
import { addingStore, dismiss, type AddingFile } from './adding';

type Choice = 'newVersion' | 'keepBoth' | 'skip';

/**
 * The progress of adding files, refused files and duplicates, and files on this device that need a decision because
 * their name is taken.
 */
export function AddingNotices({ projectId }: { projectId: string }) {
  const { t } = useTranslation('files');
  const { files, progress } = useSyncExternalStore(addingStore.subscribe, addingStore.get, addingStore.get);
  const undecided = useQuery({ kind: 'undecidedFiles', projectId }) ?? [];
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
      {open.length + undecided.length > 0 && (
        <div className="mb-4 rounded-card border border-line bg-raised">
          {open.length + undecided.length > 1 && <AllNotices refused={open} undecided={undecided} />}
          <ul className="flex max-h-80 flex-col overflow-auto">
            {/* files that need a decision come first, since the list scrolls */}
            {undecided.map((each) => (
              <Undecided key={each.id} file={each} />
            ))}
            {open.map((each) => (
              <Refused key={each.key} file={each} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/**
 * Decides all files with taken names at once, and dismisses all notices; the files can be added without the refused
 * ones.
 */
function AllNotices({
  refused,
  undecided,
}: {
  refused: readonly AddingFile[];
  undecided: readonly UndecidedFileRow[];
}) {
  const { t } = useTranslation('files');
  const decide = useDecide();
  const decideAll = async (choice: Choice): Promise<void> => {
    for (const { id } of undecided) await decide(id, choice);
  };
  const endAll = (choice: Choice): Promise<void> => {
    for (const { key } of refused) dismiss(key);
    return decideAll(choice);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 text-13">
      <p className="min-w-0 flex-1 basis-56 text-ink-muted">
        {t('adding.open', { count: refused.length + undecided.length })}
      </p>
      {undecided.length > 1 && (
        <>
          <Button size="small" onPress={() => void decideAll('newVersion')}>
            {t('adding.allNewVersions')}
          </Button>
          {refused.length === 0 && (
            <Button size="small" onPress={() => void decideAll('keepBoth')}>
              {t('adding.keepAll')}
            </Button>
          )}
        </>
      )}
      {undecided.length > 0 && refused.length > 0 && (
        <Button size="small" onPress={() => void endAll('keepBoth')}>
          {t('adding.addOthers')}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => void endAll('skip')}>
        {t(undecided.length > 0 ? 'adding.skipAll' : 'adding.dismissAll')}
      </Button>
    </div>
  );
}

/** Applies the decision for a file whose name is taken; on failure the file stays in the list. */
function useDecide() {
  const { t } = useTranslation('errors');
  return (id: string, choice: Choice): Promise<unknown> =>
    run('file.decide', { id, choice }).catch((error: unknown) => reportFailure(t, error));
}

function Refused({ file }: { file: AddingFile }) {
  const { t } = useTranslation(['files', 'common', 'errors']);
  const { key, name, projectId, otherId, state, error } = file;
  const isOfNoType = errorCode(error).code === 'FILE_TYPE_NOT_SUPPORT';
  const reason = state === 'refused' ? errorText(t, error) : t('files:adding.duplicate');
  return (
    <Notice
      state={state}
      name={name}
      isDanger={state === 'refused'}
      text={reason}
      hint={isOfNoType ? t('files:adding.formats') : ''}
      closeLabel={t('common:close')}
      onClose={() => dismiss(key)}
    >
      {state === 'duplicate' && (
        <Link
          to={paths.projectItem(projectId, otherId, 'file')}
          preventScrollReset
          className="focus-ring rounded-control px-1 font-medium text-accent-ink hover:underline"
        >
          {t('files:adding.show')}
        </Link>
      )}
    </Notice>
  );
}

function Undecided({ file: { id, name } }: { file: UndecidedFileRow }) {
  const { t } = useTranslation('files');
  const decide = useDecide();
  return (
    <Notice
      state="sameName"
      name={name}
      text={t('adding.sameName')}
      closeLabel={t('adding.skip')}
      onClose={() => void decide(id, 'skip')}
    >
      <Button size="small" onPress={() => void decide(id, 'newVersion')}>
        {t('adding.newVersion')}
      </Button>
      <Button size="small" onPress={() => void decide(id, 'keepBoth')}>
        {t('adding.keepBoth')}
      </Button>
    </Notice>
  );
}

function Notice({
  state,
  name,
  text,
  hint = '',
  isDanger = false,
  closeLabel,
  onClose,
  children,
}: {
  state: AddingFile['state'] | 'sameName';
  name: string;
  text: string;
  hint?: string;
  isDanger?: boolean;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <li
      data-adding={state}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 text-13 last:border-0"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium text-ink-strong">
          <Written text={name} />
        </p>
        <p className={isDanger ? 'text-danger-ink' : 'text-ink-muted'}>{text}</p>
        {hint && <p className="text-ink-muted">{hint}</p>}
      </div>
      {children}
      <IconButton size="small" label={closeLabel} icon={<X aria-hidden size={16} />} onPress={onClose} />
    </li>
  );
}
