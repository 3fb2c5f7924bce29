import { Square } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentDropZone } from '~/features/ask/attachment-drop-zone';
import { Composer } from '~/features/ask/composer';
import type { AskedQuestion } from '~/features/ask/draft';
import { useDraft } from '~/features/ask/draft';
import { ScopeWords } from '~/features/ask/scope-words';
import { reportFailure } from '~/features/shell/report-failure';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { VirtualList } from '~/ui/data/virtual-list';
import type { Thread } from '../../../sync/model/kinds/threads';
import type { Turn } from '../../../sync/model/kinds/turns';
import { choicesTo, shownTurns, type ChosenVersions } from './branches';
import { TurnView } from './turn-view';
import { isUnderWay, turnState } from './turn-state';
import { useEscape } from './use-escape';
import { useStickToEnd } from './use-stick-to-end';

/** pixels of a question with its answer before it was measured */
const TURN_HEIGHT = 320;

/** The questions and answers of a chat, and the field for the next question. */
export function ChatView({ thread, turns }: { thread: Thread; turns: readonly Turn[] }) {
  const { t, i18n } = useTranslation(['chat', 'errors']);
  const [chosen, setChosen] = useState<ChosenVersions>({});
  const shown = useMemo(() => shownTurns(turns, chosen), [turns, chosen]);
  const column = useRef<HTMLDivElement>(null);
  const toEnd = useStickToEnd(column, thread.id);
  const last = shown.at(-1)?.turn;
  const draft = useDraft({ projectId: thread.projectId });
  const canAsk = thread.abilities.includes('update');
  const latest = useRef(turns);
  latest.current = turns;
  const ask = useCallback(
    async (question: AskedQuestion, followsId: string): Promise<void> => {
      const { turnId } = await run('chat.ask', {
        ...question,
        threadId: thread.id,
        followsId,
        kind: thread.kind === 'search' ? 'search' : 'chat',
        language: i18n.language,
      });
      setChosen((before) => ({ ...choicesTo(latest.current, followsId, before), [followsId]: turnId }));
      toEnd();
    },
    [thread.id, thread.kind, i18n.language, toEnd],
  );
  const choose = useCallback(
    (turn: Turn) => setChosen((before) => ({ ...before, ...followedBy(latest.current, turn) })),
    [],
  );
  const askVersion = useCallback(
    async ({ followsId, context, fileIds, usesWeb }: Turn, question: string) => {
      try {
        await ask({ question, context, fileIds, usesWeb } as AskedQuestion, followsId);
      } catch (error) {
        reportFailure(t, error);
      }
    },
    [ask, t],
  );
  const running = last && isUnderWay(turnState(last, undefined)) && last.state !== 'READY' ? last : undefined;
  const stop = (turnId: string) => void run('chat.stop', { turnId }).catch((error: unknown) => reportFailure(t, error));
  useEscape(running && canAsk ? () => stop(running.id) : null);
  return (
    <AttachmentDropZone draft={draft} className="flex flex-1 flex-col">
      <div ref={column} className="mx-auto w-full max-w-[calc(var(--writing)+3rem)] flex-1 px-4 pt-6 md:px-6">
        <VirtualList label={t('chat:label')} items={shown} rowHeight={TURN_HEIGHT} keyOf={({ turn }) => turn.id}>
          {(each) => <TurnView shown={each} canAsk={canAsk} onChoose={choose} onVersion={askVersion} />}
        </VirtualList>
      </div>
      <div className="sticky bottom-(--recorder) z-10 bg-paper max-md:bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px)+var(--recorder,0px))]">
        <div className="mx-auto w-full max-w-[calc(var(--writing)+3rem)] px-4 pb-3 pt-1 md:px-6">
          {canAsk ? (
            <>
              <Composer
                draft={draft}
                label={t('chat:composer.label')}
                placeholder={t('chat:composer.placeholder')}
                onAsk={(question) => ask(question, last?.id ?? '')}
                {...(running
                  ? {
                      action: (
                        <IconButton
                          label={t('chat:stop')}
                          shortcut="Esc"
                          variant="primary"
                          className="ml-1"
                          icon={<Square aria-hidden size={14} fill="currentColor" />}
                          onPress={() => stop(running.id)}
                        />
                      ),
                    }
                  : {})}
              />
              <ScopeWords draft={draft} />
            </>
          ) : (
            <p className="py-2 text-13 text-ink-muted">{t('chat:composer.reader')}</p>
          )}
        </div>
      </div>
    </AttachmentDropZone>
  );
}

/** The choice of a version, by the question that it is shown to follow. */
function followedBy(turns: readonly Turn[], turn: Turn): ChosenVersions {
  return { [turns.some(({ id }) => id === turn.followsId) ? turn.followsId : '']: turn.id };
}
