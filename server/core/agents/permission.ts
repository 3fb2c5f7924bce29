/** Checks whether a person may use agents, by the setting of the organization's administrators. */
import { FIRST_PERMISSION, mayUseAgents, type AgentPermission } from '../../../sync/model/agents';
import { spaceOf } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { SyncTransaction } from '../../sync/store';

type Reading = Pick<SyncTransaction, 'companyId' | 'get' | 'list'>;

export const permissionOf = async (tx: Reading): Promise<AgentPermission> =>
  (await tx.get('agentSettings', tx.companyId)) ?? FIRST_PERMISSION;

/** Whether a person may ask, create and publish agents. */
export async function isAllowed(tx: Reading, userId: string): Promise<boolean> {
  const permission = await permissionOf(tx);
  if (permission.mode !== 'chosen') return permission.mode === 'everyone';
  return mayUseAgents(permission, userId, await tx.list('people', { space: spaceOf('company', tx.companyId) }));
}

export async function mustBeAllowed(tx: Reading, userId: string): Promise<void> {
  if (!(await isAllowed(tx, userId))) throw new CallError('AGENT_NOT_ENABLED');
}

/**
 * Whether a person sees the screens of agents: also without the permission if they own agents, so that they can export
 * and delete them.
 */
export const isEnabled = async (tx: Reading, userId: string): Promise<boolean> =>
  (await isAllowed(tx, userId)) || (await tx.list('agents', { where: { creatorId: userId } })).length > 0;
