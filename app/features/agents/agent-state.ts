/** The state of one's own agent: published, waiting for approval or to be sent, and refused. */
import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Agent } from '../../../sync/model/kinds/agents';
import type { OutboxRow } from '../../../sync/engine/storage/status';
import type { Tone } from '~/ui/data/badge';

/** A call that publishes an agent or takes it back, on this device. */
export interface QueuedPublishing {
  /** of its row in the outbox */
  id: string;
  isPublishing: boolean;
  /** why the server refused it, '' while it waits */
  code: string;
}

/** Of each agent, the call in the outbox. */
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

/** The published state, which is always present, then what waits or was refused. */
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
