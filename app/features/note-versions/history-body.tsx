import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { blocksOfDoc, type NoteBlock } from '../../../sync/merge/note-blocks';
import { docOfVersion } from '../../../sync/merge/note-restore';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';
import { usePeople } from '~/features/people/use-people';
import { LastKnown } from '~/features/server-list/last-known';
import { errorCode, errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import { fullTime } from '~/ui/data/relative-time';
import { Banner } from '~/ui/feedback/banner';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog, Dialog } from '~/ui/overlays/dialog';
import { presentOf, restoreVersion, usePresentText, type PresentText } from './present-text';
import { VersionDiff } from './version-diff';
import { PRESENT, useAuthors, VersionList } from './version-list';
import { nameVersion, savePresent, useVersions, versionState, type KnownVersion, type Versions } from './versions';

/** milliseconds for which the notice of a restored text is shown, with its undo */
const NOTICE_MS = 15_000;

export interface HistoryProps {
  /** id of the text of the note, or of the meeting’s note */
  contentId: string;
  /** title of the note or meeting */
  title: string;
  onClose: () => void;
}

/** The versions of a text beside the changes since the chosen one; on a narrow screen only one of both. */
export default function HistoryBody({ contentId, title, onClose }: HistoryProps) {
  const { t } = useTranslation(['versions', 'errors']);
  const people = usePeople();
  const present = usePresentText(contentId);
  const content = useQuery({ kind: 'one', collection: 'noteContents', id: contentId });
  const list = useVersions(contentId, Boolean(content));
  const isWritable = content?.abilities.includes('update') ?? false;
  const syncState = useQuery({ kind: 'syncState', collection: 'noteContents', id: contentId });
  const isUnsent = Boolean(syncState) && syncState !== 'onServer' && syncState !== 'processed';
  const known = presentOf(
    list.present,
    Math.max(content?.updatedAt ?? 0, present?.changedAt ?? 0),
    isUnsent ? people.me.userId : null,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  /** on a narrow screen: the chosen version is shown instead of the list */
  const [isOpened, setOpened] = useState(false);
  /** message about the last action, on the screen and for screen readers */
  const [notice, setNotice] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const choose = (id: string) => {
    setChosen(id);
    setOpened(true);
    setNotice('');
  };
  const wasOpened = useRef(false);
  useLayoutEffect(() => {
    if (wasOpened.current === isOpened) return;
    wasOpened.current = isOpened;
    // move the focus out of the hidden part
    if (!isOpened) place.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    else if (place.current && getComputedStyle(place.current).display === 'none') heading.current?.focus();
  }, [isOpened]);
  // The focused part is replaced, and the list may arrive in several steps: keep the focus on the heading until the person
  // presses something.
  const isHeadingFocused = useRef(false);
  useEffect(() => {
    if (isHeadingFocused.current) heading.current?.focus();
  });
  const pressed = () => {
    isHeadingFocused.current = false;
  };
  const onSaved = (id: string, name: string) => {
    choose(id);
    setNotice(t('versions:saved', { name }));
    isHeadingFocused.current = true;
  };
  const onNameRemoved = () => {
    isHeadingFocused.current = true;
    heading.current?.focus();
  };
  const authors = useAuthors(people);
  const isListed = chosen === PRESENT || list.versions.some(({ id }) => id === chosen);
  const shown = (isListed && chosen) || (list.versions[0]?.id ?? PRESENT);
  const version = list.versions.find(({ id }) => id === shown) ?? null;
  return (
    <Dialog
      isOpen
      size="full"
      title={t('versions:title', { title })}
      description={t('versions:readers')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex h-full flex-col gap-3" onKeyDownCapture={pressed} onPointerDownCapture={pressed}>
        <LastKnown failure={list.failure} at={list.at} onRetry={() => void list.refresh()} className="" />
        <p role="status" className={notice ? 'text-13 text-success-ink' : 'sr-only'}>
          {notice}
        </p>
        {list.isLoading ? (
          <SkeletonRows rows={5} />
        ) : (
          <div className="flex min-h-0 flex-1 gap-6">
            <div
              ref={place}
              className={cx(
                'min-h-0 w-full shrink-0 overflow-auto md:w-72 md:border-r md:border-line md:pr-3',
                isOpened && 'max-md:hidden',
              )}
            >
              <VersionList list={list} present={known} people={people} shown={shown} onChoose={choose} />
            </div>
            <div className={cx('min-h-0 min-w-0 flex-1 overflow-auto pb-4', !isOpened && 'max-md:hidden')}>
              <Shown
                key={shown}
                contentId={contentId}
                version={version}
                list={list}
                present={present}
                known={known}
                heading={heading}
                authors={authors(version?.authorIds ?? known?.authorIds ?? [])}
                isWritable={isWritable}
                onBack={() => setOpened(false)}
                onSaved={onSaved}
                onNameRemoved={onNameRemoved}
                onClose={onClose}
              />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ShownProps {
  contentId: string;
  /** null: the present text */
  version: KnownVersion | null;
  list: Versions;
  present: PresentText | undefined;
  /** time and authors of the present text */
  known: Versions['present'];
  heading: RefObject<HTMLHeadingElement>;
  authors: string;
  isWritable: boolean;
  onBack: () => void;
  /** called after the present text was saved as a version */
  onSaved: (id: string, name: string) => void;
  /** called when the list is updated and no dialog is open */
  onNameRemoved: () => void;
  onClose: () => void;
}

/** Resolves when no confirmation dialog is open, since an open one holds the focus. */
const questionsClosed = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[role=alertdialog]')) requestAnimationFrame(look);
      else resolve();
    };
    look();
  });

type Loaded = { state: string; blocks: NoteBlock[] } | { failed: string } | undefined;

/** The text of a version: from this device or the server. */
function useVersionText(contentId: string, version: KnownVersion | null): Loaded {
  const [loaded, setLoaded] = useState<Loaded>();
  const id = version?.id;
  const hasText = version?.hasText;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOver = false;
    versionState(contentId, id).then(
      (state) => {
        if (!isOver) setLoaded({ state, blocks: blocksOfDoc(docOfVersion(state)) });
      },
      (error: unknown) => {
        if (!isOver) setLoaded({ failed: errorCode(error).code });
      },
    );
    return () => {
      isOver = true;
    };
    // read again when the text is stored on this device
  }, [contentId, id, hasText]);
  return loaded;
}

function Shown({
  contentId,
  version,
  list,
  present,
  known,
  heading,
  authors,
  isWritable,
  onBack,
  onSaved,
  onNameRemoved,
  onClose,
}: ShownProps) {
  const { t, i18n } = useTranslation(['versions', 'errors']);
  const loaded = useVersionText(contentId, version);
  const [isNaming, setNaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [busy, setBusy] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const isNameRemoved = useRef(false);
  const at = version?.at ?? known?.at ?? 0;
  const time = at > 0 ? fullTime(at, i18n.language) : '';
  const ready = loaded && 'blocks' in loaded ? loaded : null;
  const blocks = useMemo(() => (version ? ready?.blocks : present?.blocks), [version, ready, present]);

  const restore = async () => {
    if (!ready) return;
    setBusy(true);
    try {
      const undo = await restoreVersion(contentId, ready.state);
      onClose();
      toast.success(t('versions:restored', { time }), {
        duration: NOTICE_MS,
        action: { label: t('versions:undo'), onPress: undo },
      });
    } catch (error) {
      setBusy(false);
      reportFailure(t, error, { title: t('versions:notRestored') });
    }
  };
  const save = async (name: string) => {
    if (version) {
      await nameVersion(contentId, version, name);
      await list.changed();
      stopNaming();
    } else if (present) {
      const id = await savePresent(contentId, list.versions, name, present.state());
      await list.changed();
      onSaved(id, name);
    }
  };
  const stopNaming = () => {
    flushSync(() => setNaming(false));
    nameButton.current?.focus();
  };
  const removeName = async () => {
    if (!version) return;
    try {
      await nameVersion(contentId, version, '');
      isNameRemoved.current = true;
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const askToRemove = (isOpen: boolean) => {
    setRemoving(isOpen);
    if (isOpen || !isNameRemoved.current) return;
    isNameRemoved.current = false;
    // the button disappears with the name, or the version with both: move the focus afterwards
    void questionsClosed().then(list.changed).then(onNameRemoved);
  };

  return (
    <section aria-labelledby="version-shown" className="flex flex-col gap-4">
      <div className="flex items-start gap-2">
        <IconButton
          className="md:hidden"
          size="small"
          label={t('versions:back')}
          icon={<ArrowLeft aria-hidden size={16} />}
          onPress={onBack}
        />
        <div className="min-w-0 flex-1">
          <h3 ref={heading} id="version-shown" tabIndex={-1} className="text-16 text-ink-strong outline-none">
            {version ? version.name || time : t('versions:present')}
          </h3>
          <p className="tabular text-13 text-ink-muted">
            {[version?.name ? time : '', authors].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      {isNaming ? (
        <NameForm name={version?.name ?? ''} onSave={save} onClose={stopNaming} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {version && isWritable && (
            <Button
              variant="primary"
              size="small"
              icon={<RotateCcw aria-hidden size={16} />}
              isLoading={busy}
              isDisabled={!ready || !present}
              onPress={() => void restore()}
            >
              {t('versions:restore')}
            </Button>
          )}
          {isWritable && (
            <Button ref={nameButton} size="small" onPress={() => setNaming(true)} isDisabled={!version && !present}>
              {t(version?.name ? 'versions:rename' : 'versions:name')}
            </Button>
          )}
          {isWritable && version?.name && (
            <Button size="small" onPress={() => setRemoving(true)}>
              {t('versions:removeName')}
            </Button>
          )}
          {!isWritable && version && <p className="text-13 text-ink-muted">{t('versions:readOnly')}</p>}
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={askToRemove}
        title={t('versions:remove.title', { name: version?.name ?? '' })}
        description={t('versions:remove.text')}
        confirmLabel={t('versions:removeName')}
        onConfirm={removeName}
      />
      {loaded && 'failed' in loaded ? (
        <Banner kind="warning" live="status">
          {loaded.failed === 'NOTE_VERSION_NOT_FOUND' ? t('errors:NOTE_VERSION_NOT_FOUND') : t('versions:textMissing')}
        </Banner>
      ) : !blocks || !present ? (
        <SkeletonRows rows={4} />
      ) : version ? (
        <VersionDiff contentId={contentId} then={blocks} now={present.blocks} />
      ) : (
        <p className="text-14 text-ink-muted">{t('versions:presentHint')}</p>
      )}
    </section>
  );
}

/** Edits the name of a version in place. */
function NameForm({
  name: before,
  onSave,
  onClose,
}: {
  name: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['versions', 'common', 'errors']);
  const [name, setName] = useState(before);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const cleaned = clean(name);
    if (cleaned === '') return setError(t('versions:nameRequired'));
    if (graphemeLength(cleaned) > LIMITS.versionName.max)
      return setError(t('versions:nameTooLong', { max: LIMITS.versionName.max }));
    setBusy(true);
    try {
      await onSave(cleaned);
    } catch (failed) {
      setError(errorText(t, failed));
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="min-w-48 flex-1">
        <TextField
          autoFocus
          label={t('versions:nameLabel')}
          hint={t('versions:nameHint', { max: LIMITS.namedVersions })}
          value={name}
          error={error}
          autoComplete="off"
          onChange={(value) => {
            setName(value);
            setError('');
          }}
        />
      </div>
      <Button onPress={onClose} isDisabled={busy}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" variant="primary" isLoading={busy}>
        {t('common:save')}
      </Button>
    </form>
  );
}
