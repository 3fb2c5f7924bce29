import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { hasRunEnded } from '../../../sync/model/runs';
import { truncate } from '../../../sync/model/text';
import type { Turn } from '../../../sync/model/kinds/turns';

/** characters of a question that are read out with the news of its answer */
const QUESTION_MAX = 80;

/** Tells screen readers that an answer is ready, of questions whose work was seen on this screen. */
export function AnswerNews({ turns }: { turns: readonly Turn[] }) {
  const running = useRef(new Set<string>());
  const [answered, setAnswered] = useState<Turn | null>(null);
  useEffect(() => {
    for (const turn of turns)
      if (!hasRunEnded(turn.state)) running.current.add(turn.id);
      else if (running.current.delete(turn.id) && turn.state === 'SUCCEEDED') setAnswered(turn);
  }, [turns]);
  return (
    <p role="status" className="sr-only">
      {answered && <ReadyText key={answered.id} turn={answered} />}
    </p>
  );
}

/** Nothing for a question that an agent has asked back about: its answer is still to come. */
function ReadyText({ turn: { id, question } }: { turn: Turn }) {
  const { t } = useTranslation('chat');
  const answer = useQuery({ kind: 'answer', turnId: id })?.answer;
  if (!answer?.isComplete && !answer?.text) return null;
  return t('state.ready', { question: truncate(question, QUESTION_MAX) });
}
