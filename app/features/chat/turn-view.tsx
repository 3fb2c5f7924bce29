import { memo } from 'react';
import { useQuery } from '~/replica/hooks';
import { Skeleton } from '~/ui/feedback/skeleton';
import { hasRunEnded } from '../../../sync/model/runs';
import type { Turn } from '../../../sync/model/kinds/turns';
import { AnswerView } from './answer-view';
import type { ShownTurn } from './branches';
import { QuestionBlock } from './question-block';
import { StateLine } from './turn-state-line';
import { turnState } from './turn-state';

export interface TurnViewProps {
  shown: ShownTurn;
  /** the person may ask in this chat */
  canAsk: boolean;
  /** the state line offers to stop it; for the last question the button of the field does */
  canStop: boolean;
  onChoose: (turn: Turn) => void;
  /** asks a version of a question; if it rejects, the failure has been reported */
  onVersion: (turn: Turn, question: string) => Promise<void>;
}

/** A question with its answer. */
export const TurnView = memo(function TurnView({ shown, canAsk, canStop, onChoose, onVersion }: TurnViewProps) {
  const { turn } = shown;
  const hasEnded = hasRunEnded(turn.state);
  const value = useQuery({ kind: 'answer', turnId: turn.id });
  const syncState = useQuery(turn.state === 'READY' ? { kind: 'syncState', collection: 'turns', id: turn.id } : null);
  const state = turnState(turn, syncState);
  return (
    <article className="flex flex-col gap-3 pb-8" data-turn={turn.id} data-turn-state={state}>
      <QuestionBlock
        shown={shown}
        canEdit={canAsk}
        onChoose={onChoose}
        onEdit={(question) => onVersion(turn, question)}
      />
      {value === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : (
        <>
          <AnswerView
            turn={turn}
            value={value}
            hasEnded={hasEnded}
            canAsk={canAsk}
            onAgain={() => void onVersion(turn, turn.question).catch(() => undefined)}
          />
          <StateLine turn={turn} state={state} value={value} canAsk={canAsk} canStop={canStop} />
        </>
      )}
    </article>
  );
});
