/** The frame of a chat: its questions with their answers, and the field for the next question. */
import { Square } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentDropZone } from '~/features/ask/attachment-drop-zone';
import { Composer } from '~/features/ask/composer';
import { useDraft, type AskedQuestion, type ContextItem } from '~/features/ask/draft';
import { ScopeWords, type ScopeWordsProps } from '~/features/ask/scope-words';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import { VirtualList } from '~/ui/data/virtual-list';
import type { Thread } from '../../../sync/model/kinds/threads';
import type { Turn } from '../../../sync/model/kinds/turns';
import { AnswerNews } from './answer-news';
import { choicesTo, shownTurns, type ChosenVersions } from './branches';
import type { TurnViewProps } from './turn-view';
import { isUnderWay, turnState } from './turn-state';
import { useEscape } from './use-escape';
import { useStickToEnd } from './use-stick-to-end';

/** estimated height of a question with its answer, in pixels */
const TURN_HEIGHT = 320;

export interface ConversationProps {
  thread: Pick<Thread, 'id' | 'projectId'>;
  turns: readonly Turn[];
  /** draws a question with its answer; must be stable */
  Turn: ComponentType<TurnViewProps>;
  /** Stores a question that follows another, or none (an empty id); resolves to the id of its turn. Must be stable */
  onAsk: (question: AskedQuestion, followsId: string) => Promise<string>;
  /** shown instead of the field, with the reason why nothing can be asked; undefined if the person may ask */
  closed?: ReactNode;
  placeholder: string;
  scope?: Omit<ScopeWordsProps, 'draft'>;
  /** embedded in another page: does not scroll the page to the end of the chat */
  isEmbedded?: boolean;
}

export function Conversation({
  thread,
  turns,
  Turn: ShownTurn,
  onAsk,
  closed,
  placeholder,
  scope,
  isEmbedded = false,
}: ConversationProps) {
  const { t } = useTranslation(['chat', 'errors']);
  const [chosen, setChosen] = useState<ChosenVersions>({});
  const shown = useMemo(() => shownTurns(turns, chosen), [turns, chosen]);
  const column = useRef<HTMLDivElement>(null);
  const toEnd = useStickToEnd(column, thread.id, !isEmbedded);
  const last = shown.at(-1)?.turn;
  const before = useMemo(() => last?.context.map(contextOf) ?? [], [last?.context]);
  const draft = useDraft({ projectId: thread.projectId, before });
  const canAsk = closed === undefined;
  const latest = useRef(turns);
  latest.current = turns;
  const ask = useCallback(
    async (question: AskedQuestion, followsId: string): Promise<void> => {
      const turnId = await onAsk(question, followsId);
      setChosen((before) => ({ ...choicesTo(latest.current, followsId, before), [followsId]: turnId }));
      toEnd();
    },
    [onAsk, toEnd],
  );
  const choose = useCallback(
    (turn: Turn) => setChosen((before) => ({ ...before, ...followedBy(latest.current, turn) })),
    [],
  );
  const askVersion = useCallback(
    async ({ followsId, context, fileIds, fileNames, usesWeb }: Turn, question: string) => {
      try {
        const files = { fileIds, ...(fileNames ? { fileNames } : {}) };
        await ask({ question, context, ...files, usesWeb } as AskedQuestion, followsId);
      } catch (error) {
        reportFailure(t, error);
        throw error;
      }
    },
    [ask, t],
  );
  // a question that this device has not sent yet is READY, too
  const lastSync = useQuery(last?.state === 'READY' ? { kind: 'syncState', collection: 'turns', id: last.id } : null);
  const running = last && isUnderWay(turnState(last, lastSync ?? 'onDevice')) ? last : undefined;
  const stop = (turnId: string) => void run('chat.stop', { turnId }).catch((error: unknown) => reportFailure(t, error));
  const { state: connection } = useStatus().connection;
  // offline, the state line of the question has the stop button instead of the field
  const canStopNow = connection === 'online' || connection === 'starting';
  const stoppedBelow = running && canStopNow && canAsk ? running.id : null;
  useEscape(running && canAsk && !isEmbedded ? () => stop(running.id) : null);
  const width = isEmbedded ? '' : 'mx-auto max-w-[calc(var(--writing)+3rem)] px-4 md:px-6';
  return (
    <AttachmentDropZone draft={draft} className="flex flex-1 flex-col">
      <AnswerNews turns={turns} />
      <div ref={column} className={cx('w-full flex-1', width, !isEmbedded && 'pt-6')}>
        <VirtualList label={t('chat:label')} items={shown} rowHeight={TURN_HEIGHT} keyOf={({ turn }) => turn.id}>
          {(each) => (
            <ShownTurn
              shown={each}
              canAsk={canAsk}
              canStop={canAsk && each.turn.id !== stoppedBelow}
              onChoose={choose}
              onVersion={askVersion}
            />
          )}
        </VirtualList>
      </div>
      <div className={isEmbedded ? undefined : 'foot-bar z-10 bg-paper'}>
        <div className={cx('w-full', width, !isEmbedded && 'pb-3 pt-1')}>
          {canAsk ? (
            <>
              <Composer
                draft={draft}
                label={t('chat:composer.label')}
                placeholder={placeholder}
                onAsk={(question) => ask(question, last?.id ?? '')}
                {...(running && stoppedBelow
                  ? {
                      action: (
                        <IconButton
                          label={t('chat:stop')}
                          {...(isEmbedded ? {} : { shortcut: 'Esc' })}
                          variant={draft.text.trim() === '' ? 'primary' : 'secondary'}
                          className="ml-1"
                          icon={<Square aria-hidden size={14} fill="currentColor" />}
                          onPress={() => stop(running.id)}
                        />
                      ),
                    }
                  : {})}
              />
              <ScopeWords draft={draft} {...scope} />
            </>
          ) : (
            closed
          )}
        </div>
      </div>
    </AttachmentDropZone>
  );
}

const contextOf = ({ kind, id, title, only }: Turn['context'][number]): ContextItem => ({
  ...{ kind, id, title },
  ...(only ? { only } : {}),
});

/** The choice that shows this version, by the question that it follows on screen. */
function followedBy(turns: readonly Turn[], turn: Turn): ChosenVersions {
  return { [turns.some(({ id }) => id === turn.followsId) ? turn.followsId : '']: turn.id };
}
