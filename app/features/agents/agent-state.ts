/** The states of an own agent: published, waiting for approval, waiting to be sent, and refused. */
import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Agent } from '../../../sync/model/kinds/agents';
import type { OutboxRow } from '../../../sync/engine/storage/status';
import type { Tone } from '~/ui/data/badge';

/** A queued call that publishes or withdraws an agent. */
export interface QueuedPublishing {
  /** of its row in the outbox */
  id: string;
  isPublishing: boolean;
  /** error code of the refusal, '' while it waits */
  code: string;
}

/** The queued call of each agent. */
export function publishingsOf(rows: readonly OutboxRow[]): ReadonlyMap<string, QueuedPublishing> {
  return new Map(
    rows
      .filter(({ kind, label }) => kind === 'call' && (label === 'agentPublish' || label === 'agentUnpublish'))
      .map(({ id, about, label, state, lastError }) => [
        about.slice(about.indexOf('/') + 1),
        {
          id,
          isPublishing: label === 'agentPublish',
          code: state === 'attention' ? (lastError?.code ?? 'UNKNOWN_ERROR') : '',
        },
      ]),
  );
}

const NO_ROWS: readonly OutboxRow[] = [];

export function useQueuedPublishings(): ReadonlyMap<string, QueuedPublishing> {
  const rows = useQuery({ kind: 'outbox' }) ?? NO_ROWS;
  return useMemo(() => publishingsOf(rows), [rows]);
}

export type AgentStateId =
  'draft' | 'self' | 'departments' | 'organization' | 'waiting' | 'refused' | 'queued' | 'queuedWithdrawal' | 'failed';

export const STATE_TONES: Record<AgentStateId, Tone> = {
  draft: 'neutral',
  self: 'success',
  departments: 'success',
  organization: 'success',
  waiting: 'warning',
  refused: 'danger',
  queued: 'accent',
  queuedWithdrawal: 'accent',
  failed: 'danger',
};

type Published = Pick<Agent, 'liveVersion' | 'audience' | 'waitingVersion' | 'refusedVersion'>;

/** The version that was refused last, unless a later one was published or waits; 0 for none. */
export const refusedVersionOf = ({ liveVersion, waitingVersion, refusedVersion }: Published): number =>
  refusedVersion > Math.max(liveVersion, waitingVersion) ? refusedVersion : 0;

/** The published state, then waiting and refused versions. */
export function statesOf(agent: Published, queued: QueuedPublishing | undefined): AgentStateId[] {
  return [
    agent.liveVersion > 0 ? agent.audience : 'draft',
    ...(agent.waitingVersion > 0 ? (['waiting'] as const) : []),
    ...(refusedVersionOf(agent) > 0 ? (['refused'] as const) : []),
    ...(queued
      ? [queued.code ? ('failed' as const) : queued.isPublishing ? ('queued' as const) : ('queuedWithdrawal' as const)]
      : []),
  ];
}
