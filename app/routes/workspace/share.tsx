import { useNavigate, useSearchParams } from '@remix-run/react';
import { FileAudio, Share2, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { queueFiles } from '~/features/install/launched-files';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { ScreenError } from '~/features/project/screen-error';
import type { Draft } from '~/features/share/accepted';
import { saveDraft } from '~/features/share/save-draft';
import { addDraftFile, addDraftLink, type AddDraft } from '~/features/share/add-draft';
import { SharedFiles } from '~/features/share/shared-files';
import {
  dropDraft,
  dropRefused,
  recordingsAsFiles,
  sharedStore,
  takeAddress,
  takeRecordings,
  takeShared,
} from '~/features/share/shared';
import { errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { useQuery, useStatus } from '~/replica/hooks';
import { loadNamespaces } from '~/i18n/client';
import { preload } from '~/replica/preload';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { Card } from '~/ui/layout/card';
import { EmptyState } from '~/ui/feedback/empty-state';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';

/** number of characters of a text shown before it is saved */
const SHOWN = 1_500;
const PROJECTS = {
  kind: 'find' as const,
  collection: 'projects' as const,
  sort: [{ recency: 'asc' as const }],
  limit: LIMITS.projectPageSize,
};

export const clientLoader = async () => {
  const [first] = await Promise.all([preload(PROJECTS), loadNamespaces(['files'])]);
  return first;
};

/** Content shared by another app. Nothing is saved before the person confirms, since any site can send such a form. */
export default function ShareScreen() {
  const { t } = useTranslation('note');
  const navigate = useNavigate();
  const { drafts, recordings, files, refused, isKnown } = useSyncExternalStore(
    sharedStore.subscribe,
    sharedStore.get,
    sharedStore.get,
  );
  const [parameters] = useSearchParams();
  const address = parameters.get('url') ?? '';
  const title = parameters.get('title') ?? '';
  useEffect(() => {
    if (address === '') return;
    void takeAddress(address, title);
    // shared content must not stay in the history of the browser
    navigate(paths.share(), { replace: true });
  }, [address, title, navigate]);
  useEffect(() => void takeShared(), []);
  const onlyRecordings = isKnown && recordings.length > 0 && drafts.length + files.length + refused.length === 0;
  const addRecordings = (replace: boolean): void => {
    queueFiles(takeRecordings());
    navigate(`${paths.newMeeting()}?mode=upload`, { replace });
  };
  useEffect(() => {
    if (onlyRecordings) addRecordings(true);
  });
  const [draft] = drafts;
  return (
    <>
      <PageHeader title={t('shared.title')} />
      <PageBody>
        <div className="mx-auto flex max-w-xl flex-col gap-6">
          {refused.length > 0 && (
            <Banner
              kind="warning"
              live="status"
              action={
                <IconButton
                  size="small"
                  label={t('shared.close')}
                  icon={<X aria-hidden size={16} />}
                  onPress={dropRefused}
                />
              }
            >
              <ul className="flex flex-col gap-1">
                {refused.map(({ name, reason }, i) => (
                  <li key={i}>{t(`shared.refused.${reason}`, { name: name || t('shared.unnamed') })}</li>
                ))}
              </ul>
            </Banner>
          )}
          {!isKnown ? (
            <SkeletonRows rows={3} />
          ) : draft ? (
            <DraftForm key={draft.id} draft={draft} more={drafts.length - 1} />
          ) : (
            recordings.length + files.length + refused.length === 0 && (
              <EmptyState
                icon={<Share2 size={22} />}
                title={t('shared.nothing')}
                text={t('shared.nothingText')}
                action={
                  <LinkButton href={paths.home()} variant="primary">
                    {t('shared.home')}
                  </LinkButton>
                }
              />
            )
          )}
          {isKnown && recordings.length > 0 && (
            <Card title={t('shared.recordings', { count: recordings.length })}>
              <ul className="mb-3 flex flex-col gap-1 text-13 text-ink-muted">
                {recordings.map(({ name }, i) => (
                  <li key={i} className="truncate">
                    {name}
                  </li>
                ))}
              </ul>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant={draft ? 'secondary' : 'primary'}
                  icon={<FileAudio aria-hidden size={16} />}
                  isDisabled={draft !== undefined}
                  onPress={() => addRecordings(false)}
                >
                  {t('shared.addRecordings')}
                </Button>
                <Button variant="quiet" onPress={recordingsAsFiles}>
                  {t('shared.recordingsAsFiles')}
                </Button>
                <Button variant="quiet" onPress={() => void takeRecordings()}>
                  {t('shared.discard')}
                </Button>
              </div>
            </Card>
          )}
          {isKnown && files.length > 0 && <SharedFiles files={files} isPrimary={!draft} />}
        </div>
      </PageBody>
    </>
  );
}

/** A form that saves a shared text as a note of a project. */
function DraftForm({ draft, more }: { draft: Draft; more: number }) {
  const { t } = useTranslation(['note', 'errors', 'files', 'shell']);
  const navigate = useNavigate();
  const { firstSync, connection } = useStatus();
  const projects = useQuery(PROJECTS);
  const [chosen, setProject] = useState('');
  const [title, setTitle] = useState(draft.title);
  const [problem, setProblem] = useState<{ of: 'title' | 'project' | 'all'; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const project = chosen || (projects?.find(({ abilities }) => abilities.includes('addNote'))?.id ?? '');
  const target =
    useQuery(project ? { kind: 'one', collection: 'projects', id: project } : null) ??
    projects?.find(({ id }) => id === project);
  /** whether the proposed or chosen project is not on this device yet */
  const isReading = target === undefined && (project !== '' || projects === undefined || firstSync);
  /** whether this is the last shared content on this screen */
  const isLast = (): boolean => {
    const { recordings, files } = sharedStore.get();
    return more === 0 && recordings.length + files.length === 0;
  };
  /** Adds the page as a link, or the file, to the project instead of a note with its text. */
  const addAs = async (add: AddDraft): Promise<void> => {
    if (!target) return setProblem({ of: 'project', text: t('note:shared.projectRequired') });
    setBusy(true);
    setProblem(null);
    try {
      const to = await add(t, navigate, draft, target);
      if (isLast()) navigate(to, { replace: true });
      dropDraft(draft.id);
    } catch (error) {
      setProblem({ of: 'all', text: errorText(t, error) });
      setBusy(false);
    }
  };
  const save = async (): Promise<void> => {
    const name = clean(title);
    if (graphemeLength(name) > LIMITS.noteTitle.max) return setProblem({ of: 'title', text: t('note:title.tooLong') });
    if (project === '') return setProblem({ of: 'project', text: t('note:shared.projectRequired') });
    setBusy(true);
    setProblem(null);
    try {
      await saveDraft(draft, project, name);
    } catch (error) {
      setProblem({ of: 'all', text: errorText(t, error) });
      setBusy(false);
      return;
    }
    const to = paths.noteEditor(project, draft.id);
    if (isLast()) navigate(to, { replace: true });
    else
      toast.success(t('note:shared.saved'), {
        action: { label: t('files:adding.show'), onPress: () => navigate(to) },
      });
    dropDraft(draft.id);
  };
  // without a text of its own, a shared page is better saved as a link than as a note with an address
  const isAddress = draft.address !== '' && draft.text === draft.address;
  const addLink = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} isDisabled={busy || isReading} onPress={() => void addAs(addDraftLink)}>
      {t('note:shared.addLink')}
    </Button>
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('note:title.label')}
        placeholder={t('note:title.placeholder')}
        value={title}
        error={problem?.of === 'title' ? problem.text : ''}
        onChange={(text) => {
          setTitle(text);
          setProblem(null);
        }}
      />
      {draft.text && (
        <p
          data-shared-text
          className="line-clamp-6 whitespace-pre-wrap break-words rounded-control bg-sunken p-3 text-14 leading-relaxed text-ink"
        >
          {draft.text.slice(0, SHOWN)}
        </p>
      )}
      <ProjectPicker
        of="notes"
        value={project}
        onChange={(id) => {
          setProject(id);
          setProblem(null);
        }}
      />
      {isReading && (
        <p role="status" className="text-12 text-ink-muted">
          {t(`shell:firstSync.${connection.state === 'online' ? 'title' : 'waitingTitle'}`)}
        </p>
      )}
      {problem && problem.of !== 'title' && (
        <p role="alert" className="text-12 text-danger-ink">
          {problem.text}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 pt-2">
        {isAddress && addLink('primary')}
        <Button type="submit" variant={isAddress ? 'secondary' : 'primary'} isLoading={busy} isDisabled={isReading}>
          {t('note:shared.save')}
        </Button>
        {!isAddress && draft.address !== '' && addLink('secondary')}
        {draft.file && (
          <Button isDisabled={busy || isReading} onPress={() => void addAs(addDraftFile)}>
            {t('note:shared.addFile')}
          </Button>
        )}
        <Button variant="quiet" onPress={() => dropDraft(draft.id)}>
          {t('note:shared.discard')}
        </Button>
        {more > 0 && (
          <p role="status" className="text-13 text-ink-muted">
            {t('note:shared.more', { count: more })}
          </p>
        )}
      </div>
    </form>
  );
}

export const ErrorBoundary = ScreenError;
