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
  it('begin with the published state', () => {
    expect(statesOf(agent, undefined)).toEqual(['draft']);
    expect(statesOf({ ...agent, liveVersion: 2, audience: 'departments' }, undefined)).toEqual(['departments']);
  });

  it('include a waiting version besides the published one', () => {
    expect(statesOf({ ...agent, liveVersion: 1, waitingVersion: 2 }, undefined)).toEqual(['self', 'waiting']);
  });

  it('drop a refusal when a later version waits or is published', () => {
    expect(statesOf({ ...agent, refusedVersion: 2 }, undefined)).toEqual(['draft', 'refused']);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, waitingVersion: 3 })).toBe(0);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, liveVersion: 3 })).toBe(0);
    expect(refusedVersionOf({ ...agent, refusedVersion: 2, liveVersion: 1 })).toBe(2);
  });

  it('include queued and refused calls of this device', () => {
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
