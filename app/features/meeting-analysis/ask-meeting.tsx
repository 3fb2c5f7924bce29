import { Link } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedQuestion, ContextItem } from '~/features/ask/draft';
import { TurnView } from '~/features/chat/turn-view';
import { useBranches } from '~/features/chat/use-branches';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { useStoredText } from '~/replica/stored-text';
import { Button } from '~/ui/controls/button';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import { questionLanguage } from '../../../sync/model/text-language';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Turn } from '../../../sync/model/kinds/turns';
import { QuestionForm, useQuestion } from './question-form';

const NO_TURNS: readonly Turn[] = [];
const SUGGESTIONS = ['decided', 'actions', 'open'] as const;

/** The chat about this meeting that the person started on this device; '' for none. */
function useMeetingThread(meetingId: string): [string, (threadId: string) => void] {
  const { text, store } = useStoredText(`meeting-chat/${meetingId}`);
  const setThreadId = useCallback((id: string) => store(() => id), [store]);
  return [text ?? '', setThreadId];
}

/** Scrolls a new question to the top, so that its answer is on the screen. */
function InView({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) element.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  return (
    <div ref={element} className="scroll-mt-20">
      {children}
    </div>
  );
}

/** Questions about the meeting with their answers, which link to moments. */
export function AskMeeting({ meeting }: { meeting: Meeting }) {
  const { t, i18n } = useTranslation('summary');
  const [threadId, setThreadId] = useMeetingThread(meeting.id);
  const thread = useQuery(threadId ? { kind: 'one', collection: 'threads', id: threadId } : null);
  const turns = useQuery(threadId ? { kind: 'find', collection: 'turns', selector: { parentId: threadId } } : null);
  const [askedId, setAskedId] = useState('');
  const known = thread ? (turns ?? NO_TURNS) : NO_TURNS;
  const send = useCallback(
    async (asked: AskedQuestion, followsId: string): Promise<string> => {
      const sent = await run('chat.ask', {
        ...asked,
        language: questionLanguage(asked.question, i18n.language),
        kind: 'search',
        // a chat whose last question was taken back is being deleted
        ...(thread && turns?.length !== 0 ? { threadId: thread.id } : {}),
        // questions that are still being read are followed by their last one
        ...(turns?.length ? { followsId } : {}),
      });
      setThreadId(sent.threadId);
      setAskedId(sent.turnId);
      return sent.turnId;
    },
    [thread, turns, setThreadId, i18n],
  );
  const { shown, choose, ask, askVersion } = useBranches(known, send);
  const question = useQuestion((text) => {
    const title = truncate(meeting.title, LIMITS.contextTitle.max);
    const context: ContextItem[] = [{ kind: 'meetings', id: meeting.id, title }];
    return ask({ question: text, context, fileIds: [], usesWeb: false }, shown.at(-1)?.turn.id ?? '');
  });
  // the chat may have been passed to another person
  const isOwn = thread?.abilities.includes('update') ?? false;
  return (
    <section className="flex flex-col gap-4" aria-label={t('summary:ask.title')}>
      <div>
        <h2 className="text-16 font-semibold text-ink-strong">{t('summary:ask.title')}</h2>
        <p className="text-13 text-ink-muted">{t('summary:ask.text')}</p>
      </div>
      {shown.map((each) => (
        <InView key={each.turn.id} isAsked={each.turn.id === askedId}>
          <TurnView shown={each} canAsk={isOwn} canStop={isOwn} onChoose={choose} onVersion={askVersion} />
        </InView>
      ))}
      <QuestionForm
        question={question}
        label={t('summary:ask.label')}
        placeholder={t('summary:ask.placeholder')}
        isPrimary
      />
      <div className="flex flex-wrap items-center gap-2">
        {shown.length === 0 &&
          SUGGESTIONS.map((name) => (
            <Button key={name} size="small" onPress={() => void question.ask(t(`summary:ask.suggestion.${name}`))}>
              {t(`summary:ask.suggestion.${name}`)}
            </Button>
          ))}
        {thread && (
          <Link to={paths.chat(thread.id)} className="focus-ring rounded-control text-13 text-accent-ink underline">
            {t('summary:ask.open')}
          </Link>
        )}
        {meeting.projectId && (
          <Link
            to={paths.project(meeting.projectId, 'meetings')}
            className="focus-ring rounded-control text-13 text-accent-ink underline"
          >
            {t('summary:ask.project')}
          </Link>
        )}
      </div>
    </section>
  );
}
