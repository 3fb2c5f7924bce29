import { useNavigate, useSearchParams } from '@remix-run/react';
import { FilePlus, FolderPlus, Mic, Upload } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentDropZone } from '~/features/ask/attachment-drop-zone';
import { Composer } from '~/features/ask/composer';
import { useDraft, type AskedQuestion } from '~/features/ask/draft';
import { useReturned } from '~/features/ask/returned-question';
import { ScopeWords } from '~/features/ask/scope-words';
import { MatchesList } from '~/features/home/matches-list';
import { ModeText } from '~/features/home/mode-text';
import { ModeSwitch } from '~/features/home/modes';
import { Recent } from '~/features/home/recent';
import { RecentChats, useRecentChats } from '~/features/home/recent-chats';
import { Suggestions } from '~/features/home/suggestions';
import { useAgentMode } from '~/features/home/use-agent-mode';
import { useAsk } from '~/features/home/use-ask';
import { usePartOfDay } from '~/features/home/use-part-of-day';
import { ScreenError } from '~/features/project/screen-error';
import { usePaste } from '~/features/files/use-paste';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import { useSearchWords } from '~/features/search-anchor/search-words';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { useNewNote } from '~/features/shell/new-note';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

const AgentChoice = lazy(async () => {
  const [choice] = await Promise.all([
    import('~/features/home/agent-choice'),
    loadNamespaces(['agent-chat', 'agents']),
  ]);
  return choice;
});

/** maximum length of a search on this device, in UTF-16 units */
const SEARCHED = 200;

/** The search words of a question, without the name behind an `@`. */
const searchedIn = (text: string): string =>
  text
    .replace(/[@＠]\S*$/u, '')
    .trim()
    .slice(0, SEARCHED);

/**
 * The home screen: the field for a question, matches on this device while it is typed, buttons that create documents,
 * and recent work.
 */
export default function Home() {
  const { t } = useTranslation(['ask', 'shell', 'common']);
  const navigate = useNavigate();
  const newNote = useNewNote();
  const record = useStartRecording();
  const account = useAccount();
  const status = useStatus();
  const part = usePartOfDay();
  const projectsKnown =
    useQuery({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }], limit: 50 }) !== undefined;
  const [search] = useSearchParams();
  const [words, keepWords] = useSearchWords();
  const draft = useDraft({ text: words, returned: useReturned() });
  const { mode, agent, named, known, ...agents } = useAgentMode();
  // agents are queried when the person chooses their mode or types an `@`
  const wantsAgents = mode === 'agent' || /[@＠]/u.test(draft.settled);
  const chats = useRecentChats(account?.userId ?? '');
  const question = useDeferredValue(searchedIn(draft.settled));
  const isLeaving = useRef(false);
  const send = useAsk();
  const blocked =
    mode === 'agent' && known?.isAllowed === false
      ? t('ask:mode.agentOff')
      : agents.isGone
        ? t('ask:mode.agentGone', { name: agent.title })
        : mode === 'agent' && draft.context.length > 0 && !agent.tools.includes('own')
          ? t('ask:mode.agentDocuments')
          : mode === 'research' && draft.files.length > 0
            ? t('ask:mode.researchFiles')
            : undefined;
  const ask = async (asked: AskedQuestion, how = mode): Promise<void> => {
    isLeaving.current = true;
    await send(asked, how, agent.id).catch((error: unknown) => {
      isLeaving.current = false;
      throw error;
    });
  };
  // the shortcut 'New note' of the installed app
  const wantsNote = search.get('new') === 'note' && projectsKnown;
  useEffect(() => {
    if (wantsNote) newNote();
  }, [wantsNote, newNote]);
  const text = draft.settled.trim();
  useEffect(() => {
    // while the chat opens, a navigation of this screen would cancel its navigation
    if (!isLeaving.current) keepWords(text);
  }, [text, keepWords]);
  const { pasted, done } = usePaste(true, 'files');
  useEffect(() => {
    if (!pasted) return;
    draft.attachPasted(pasted.files);
    done();
  });
  return (
    <AttachmentDropZone draft={draft} className="min-h-[calc(100dvh-var(--header))]">
      <PageHeader title={t('shell:navigation.home')} />
      <PageBody width="text">
        <p className="phrases mb-5 px-1 pt-2 text-balance text-20 font-semibold text-ink-strong sm:text-24 md:pt-8 md:text-32">
          {t(`shell:greeting.${part}`, { name: account?.name ?? '' })}
        </p>
        <Composer
          draft={draft}
          label={t('ask:home.label')}
          placeholder={t('ask:home.placeholder')}
          blocked={blocked}
          onAsk={ask}
          agents={{
            options: known?.agents ?? [],
            chosen: named,
            onChoose: ({ id }) => {
              const chosen = known?.agents.find((each) => each.id === id);
              if (chosen) agents.nameAgent(chosen);
            },
            onRemove: agents.removeAgent,
          }}
          leading={
            <>
              <ModeSwitch value={mode} onChange={agents.setMode} />
              {wantsAgents && (
                <Suspense fallback={null}>
                  <AgentChoice
                    agent={mode === 'agent' ? agent : null}
                    onChange={agents.chooseAgent}
                    onKnown={agents.setKnown}
                  />
                </Suspense>
              )}
            </>
          }
        />
        <div className="mt-1.5 min-h-10">
          {blocked ? (
            <p role="status" className="phrases px-4 py-1 text-12 text-ink-muted">
              {blocked}
            </p>
          ) : (
            <ScopeWords draft={draft} hasWeb={mode !== 'agent' || agent.tools.includes('web')} />
          )}
          {mode !== 'search' && !blocked && <ModeText mode={mode} />}
        </div>
        {question ? (
          <MatchesList question={question} text={text} onAsk={blocked ? undefined : draft.ask} />
        ) : (
          <div className="mt-4 flex flex-col gap-8">
            <div className="flex flex-wrap gap-2">
              <Button icon={<Mic aria-hidden size={16} />} onPress={() => void record()}>
                {t('shell:new.record')}
              </Button>
              <Button icon={<FilePlus aria-hidden size={16} />} onPress={newNote}>
                {t('shell:new.note')}
              </Button>
              <Button
                icon={<Upload aria-hidden size={16} />}
                onPress={() => navigate(`${paths.newMeeting()}?mode=upload`)}
              >
                {t('shell:new.upload')}
              </Button>
              <Button icon={<FolderPlus aria-hidden size={16} />} onPress={() => navigate(`${paths.projects()}?new=1`)}>
                {t('shell:new.project')}
              </Button>
            </div>
            {status.firstSync && <InitialSyncGate>{null}</InitialSyncGate>}
            {chats &&
              (chats.length > 0 ? (
                <RecentChats chats={chats} />
              ) : (
                <Suggestions
                  onAsk={(suggested, about) => {
                    const asked = { question: suggested, context: [about], fileIds: [], usesWeb: false };
                    ask(asked, 'search').catch(draft.fail);
                  }}
                />
              ))}
            <Recent />
          </div>
        )}
      </PageBody>
    </AttachmentDropZone>
  );
}

export const ErrorBoundary = ScreenError;
