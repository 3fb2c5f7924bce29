import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { hasRunEnded } from '../../../sync/model/runs';
import { truncate } from '../../../sync/model/text';
import type { Turn } from '../../../sync/model/kinds/turns';

/** characters of the question in the announcement */
const QUESTION_MAX = 80;

/** Announces finished answers to screen readers, for questions that this screen has shown while they were answered. */
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

/** Renders nothing while the question has no answer: an agent may have asked back. */
function ReadyText({ turn: { id, question } }: { turn: Turn }) {
  const { t } = useTranslation('chat');
  const answer = useQuery({ kind: 'answer', turnId: id })?.answer;
  if (!answer?.isComplete && !answer?.text) return null;
  return t('state.ready', { question: truncate(question, QUESTION_MAX) });
}
