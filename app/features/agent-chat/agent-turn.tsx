import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerView } from '~/features/chat/answer-view';
import { QuestionBlock } from '~/features/chat/question-block';
import type { TurnViewProps } from '~/features/chat/turn-view';
import { turnState } from '~/features/chat/turn-state';
import { StatusLine } from '~/features/chat/status-line';
import { StateLine } from '~/features/chat/turn-state-line';
import { useAgent } from '~/features/agents/use-agents';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { QueuedDecision } from '../../../sync/engine/host/api';
import { isBuiltInAgent, isOutsideTool } from '../../../sync/model/agents';
import type { AgentProposal, AgentStep } from '../../../sync/model/kinds/agent-works';
import type { Answer } from '../../../sync/model/kinds/answers';
import { hasRunEnded } from '../../../sync/model/runs';
import { nameOfAgent } from './name-of-agent';
import { ProposalCard } from './proposal-card';
import { ProposalNews } from './proposal-news';
import { useDecisions } from './use-decisions';
import { workState } from './work-state';
import { WorkSteps } from './work-steps';

const NONE: readonly AgentProposal[] = [];
const NO_CALLS: readonly QueuedDecision[] = [];

/** Whether the answer has no text, only the sources that were stored while a proposal waited. */
const isKeptOnly = (answer: Answer | null): boolean =>
  answer !== null && !answer.isComplete && answer.text === '' && answer.citations.length === 0;

/** A question to an agent: its steps, its proposals, and its answer. */
export const AgentTurn = memo(function AgentTurn({ shown, canAsk, canStop, onChoose, onVersion }: TurnViewProps) {
  const { t } = useTranslation(['agent-chat']);
  const { turn } = shown;
  const account = useAccount();
  const value = useQuery({ kind: 'answer', turnId: turn.id });
  const live = useQuery({ kind: 'agentWork', turnId: turn.id });
  const syncState = useQuery(turn.state === 'READY' ? { kind: 'syncState', collection: 'turns', id: turn.id } : null);
  const work = live?.work ?? null;
  const agentId = work?.agentId ?? '';
  const agent = useAgent(agentId) ?? null;
  const state = workState(turnState(turn, syncState), work);
  const hasEnded = hasRunEnded(turn.state) && state !== 'waiting';
  const queued = live?.queued ?? NO_CALLS;
  const { made, decide } = useDecisions(queued);
  const proposals = work?.proposals ?? NONE;
  const outside = proposals.filter(({ kind, state: decided }) => isOutsideTool(kind) && decided === 'open');
  const changes = proposals.filter(({ kind }) => !isOutsideTool(kind));
  const waits = outside.length > 0 && state === 'answered';
  const isOnline = useStatus().connection.state === 'online';
  // a running step replaces the general line of progress
  const hasRunningStep =
    isOnline && state === 'working' && (work?.steps.some((step) => step.state === 'running') ?? false);
  const areAllDecided = outside.every(({ id }) => made.has(id));
  const hasStep = (its: AgentStep['kind'], ...states: AgentStep['state'][]): boolean =>
    work?.steps.some(({ kind, state: of }) => kind === its && states.includes(of)) ?? false;
  const searcher = work
    ? {
        // built-in agents have no knowledge of their own
        name: isBuiltInAgent(agentId) ? '' : nameOfAgent(t, agent),
        hasSearchedOwn: hasStep('own', 'done'),
        // a search that failed is named as such
        hasSearchedWeb: hasStep('web', 'done', 'failed'),
      }
    : undefined;
  const isMine = turn.creatorId === account?.userId;
  const card = (proposal: AgentProposal) => (
    <ProposalCard
      key={proposal.id}
      turn={turn}
      proposal={proposal}
      queued={queued.filter(({ proposalId }) => proposalId === proposal.id)}
      isConfirmed={made.get(proposal.id) ?? null}
      onDecided={(isConfirmed) => decide(proposal.id, isConfirmed)}
      canDecide={isMine}
      // web steps need an agent that can continue the work
      canConfirm={canAsk || !isOutsideTool(proposal.kind)}
    />
  );
  return (
    <article className="flex flex-col gap-3 pb-8" data-turn={turn.id} data-turn-state={waits ? 'waitsForYou' : state}>
      <QuestionBlock shown={shown} canEdit={canAsk} onChoose={onChoose} onEdit={(text) => onVersion(turn, text)} />
      {value === undefined || live === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : (
        <>
          {work && <WorkSteps work={work} isWorking={!hasEnded} />}
          {outside.length > 0 && <div className="flex flex-col gap-3">{outside.map(card)}</div>}
          {!waits && !isKeptOnly(value.answer) && (
            <AnswerView
              turn={turn}
              value={value}
              hasEnded={hasEnded}
              canAsk={canAsk}
              searcher={searcher}
              onAgain={() => void onVersion(turn, turn.question).catch(() => undefined)}
            />
          )}
          {changes.length > 0 && <div className="flex flex-col gap-3">{changes.map(card)}</div>}
          {waits
            ? !areAllDecided && <StatusLine>{t(isMine ? 'state.waitsForYou' : 'state.waitsForOther')}</StatusLine>
            : (canStop || !hasRunningStep) && (
                <StateLine turn={turn} state={state} value={value} canAsk={canAsk} canStop={canStop} />
              )}
          <ProposalNews proposals={proposals} />
        </>
      )}
    </article>
  );
});
