import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedQuestion } from '~/features/ask/draft';
import { run } from '~/replica/client';
import type { Thread } from '../../../sync/model/kinds/threads';
import type { Turn } from '../../../sync/model/kinds/turns';
import { questionLanguage } from '../../../sync/model/text-language';
import { Conversation } from './conversation';
import { TurnView } from './turn-view';

/** The questions and answers of a chat, and the field for the next question. */
export function ChatView({ thread, turns }: { thread: Thread; turns: readonly Turn[] }) {
  const { t, i18n } = useTranslation('chat');
  const { id: threadId, kind } = thread;
  const ask = useCallback(
    async (question: AskedQuestion, followsId: string): Promise<string> => {
      const { turnId } = await run('chat.ask', {
        ...question,
        threadId,
        followsId,
        kind: kind === 'search' ? 'search' : 'chat',
        language: questionLanguage(question.question, i18n.language),
      });
      return turnId;
    },
    [threadId, kind, i18n],
  );
  return (
    <Conversation
      thread={thread}
      turns={turns}
      Turn={TurnView}
      onAsk={ask}
      placeholder={t('composer.placeholder')}
      {...(thread.abilities.includes('update')
        ? {}
        : { closed: <p className="py-2 text-13 text-ink-muted">{t('composer.reader')}</p> })}
    />
  );
}
