import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '../../../sync/engine/storage/status';
import { publishingsOf, refusedVersionOf, statesOf } from './agent-state';

const agent = { liveVersion: 0, audience: 'self', waitingVersion: 0, refusedVersion: 0 } as const;
const row = (fields: Partial<OutboxRow>): OutboxRow =>
  ({
    id: 'call/1',
    kind: 'call',
    about: 'agents/a1',
    label: 'agentPublish',
    state: 'waiting',
    lastError: null,
    ...fields,
  }) as OutboxRow;

describe('the states of an agent', () => {
  it('says first who can use it', () => {
    expect(statesOf(agent, undefined)).toEqual(['draft']);
    expect(statesOf({ ...agent, liveVersion: 2, audience: 'departments' }, undefined)).toEqual(['departments']);
  });

  it('says that a version waits beside the one that is published', () => {
    expect(statesOf({ ...agent, liveVersion: 1, waitingVersion: 2 }, undefined)).toEqual(['self', 'waiting']);
  });

  it('forgets a refusal once a later version waits or is published', () => {
    expect(statesOf({ ...agent, refusedVersion: 2 }, undefined)).toEqual(['draft', 'refused']);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, waitingVersion: 3 })).toBe(0);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, liveVersion: 3 })).toBe(0);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, liveVersion: 1 })).toBe(2);
  });

  it('says what waits on this device, and what the server has refused', () => {
    const of = (fields: Partial<OutboxRow>) => statesOf(agent, publishingsOf([row(fields)]).get('a1'));
    expect(of({})).toEqual(['draft', 'queued']);
    expect(of({ label: 'agentUnpublish' })).toEqual(['draft', 'queuedWithdrawal']);
    expect(of({ state: 'attention', lastError: { code: 'AGENT_NAME_EXISTED', message: '', at: 0 } })).toEqual([
      'draft',
      'failed',
    ]);
    expect(of({ label: 'agentDecide' })).toEqual(['draft']);
  });
});
