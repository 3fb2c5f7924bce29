/**
 * Publishes agents. A version is a copy of the draft; people who use the agent read a document with the live version
 * (`publishedAgents`), not the draft.
 *
 *   draft ─ publish ─► version ─┬► live: for its creator, departments, or (by an administrator) the organization
 *                               └► waiting ─ an administrator ─┬► live
 *                                                              └► refused
 *
 * While a version waits, the live one stays in use.
 */
import type { AgentAudience } from '../../../sync/model/agents';
import { agentVersionsId, parseSpace, spaceOf } from '../../../sync/model/ids';
import type { AgentVersion } from '../../../sync/model/kinds/agent-versions';
import { agentDefinition } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { Placement } from '../placement';
import { expandPeople, loadDirectory, type Directory } from '../projects/directory';
import { nameKey } from './names';

type Agent = StoredDoc<'agents'>;

interface Audience {
  audience: AgentAudience;
  departmentIds: readonly string[];
}

const spaceOfPublished = (companyId: string, { id, creatorId }: Agent, audience: AgentAudience): string =>
  audience === 'organization'
    ? spaceOf('company', companyId)
    : audience === 'departments'
      ? spaceOf('agent', id)
      : spaceOf('person', creatorId);

export const versionsOf = async (tx: Pick<SyncTransaction, 'get'>, agentId: string): Promise<readonly AgentVersion[]> =>
  (await tx.get('agentVersions', agentVersionsId(agentId)))?.versions ?? [];

/** Copies the draft as a new version. The oldest versions are deleted, except the live and the waiting one. */
export async function addVersion(tx: SyncTransaction, agent: Agent): Promise<AgentVersion> {
  const before = await versionsOf(tx, agent.id);
  const definition = Object.fromEntries(
    Object.keys(agentDefinition).flatMap((field) => {
      const value = agent[field as keyof Agent];
      return value === undefined ? [] : [[field, value]];
    }),
  ) as Pick<Agent, keyof typeof agentDefinition>;
  const version: AgentVersion = { ...definition, no: (before[0]?.no ?? 0) + 1, createdAt: tx.now() };
  const isUsed = ({ no }: AgentVersion): boolean => no === agent.liveVersion || no === agent.waitingVersion;
  const recent = before.slice(0, LIMITS.agentVersions - 1);
  const used = before.slice(LIMITS.agentVersions - 1).filter(isUsed);
  const kept = [...recent.slice(0, recent.length - used.length), ...used];
  await tx.put('agentVersions', agentVersionsId(agent.id), { space: agent.space, versions: [version, ...kept] });
  return version;
}

/** Throws AGENT_NAME_EXISTED if another agent with this name is published to colleagues. */
export async function mustBeNamedAlone(
  tx: Pick<SyncTransaction, 'list'>,
  agentId: string,
  name: string,
): Promise<void> {
  const others = await tx.list('publishedAgents', { where: {} });
  const key = nameKey(name);
  if (others.some((other) => other.id !== agentId && other.audience !== 'self' && nameKey(other.name) === key))
    throw new CallError('AGENT_NAME_EXISTED', { fieldErrors: { name: 'AGENT_NAME_EXISTED' } });
}

/** Makes a version the live one for an audience. */
export async function goLive(
  tx: SyncTransaction,
  agent: Agent,
  version: AgentVersion,
  { audience, departmentIds }: Audience,
): Promise<void> {
  const { no, name, introduction, avatar, tools, openings } = version;
  await tx.put('agents', agent.id, {
    liveVersion: no,
    audience,
    departmentIds: audience === 'departments' ? [...departmentIds] : [],
    waitingVersion: agent.waitingVersion === no ? 0 : agent.waitingVersion,
  });
  const live = (await tx.get('agents', agent.id))!;
  const space = await placedSpace(tx, live);
  await tx.put('publishedAgents', agent.id, {
    ...{ space, name, introduction, avatar, tools, openings, audience },
    version: no,
    creatorId: agent.creatorId,
    publishedAt: tx.now(),
  });
}

/** The space of the published agent. Sets the members if the agent has a space of its own. */
async function placedSpace(tx: SyncTransaction, agent: Agent, given?: Directory): Promise<string> {
  const space = spaceOfPublished(tx.companyId, agent, agent.audience);
  if (parseSpace(space).kind !== 'agent') return space;
  const people = expandPeople(given ?? (await loadDirectory(tx)), [], agent.departmentIds);
  people.delete(agent.creatorId);
  await tx.setAccess(space, {
    members: [
      { userId: agent.creatorId, role: 'owner' },
      ...[...people].map((userId) => ({ userId, role: 'viewer' as const })),
    ],
    everyone: null,
  });
  return space;
}

/** Updates space and creator of a published agent; called when its creator or its departments change. */
export async function placeAgent(tx: SyncTransaction, agent: Agent, directory?: Directory): Promise<void> {
  if (!(await tx.get('publishedAgents', agent.id))) return;
  const space = await placedSpace(tx, agent, directory);
  await tx.put('publishedAgents', agent.id, { space, creatorId: agent.creatorId });
}

export const agentPlacement: Placement = {
  async ofDepartments(tx, { directory, concerns }) {
    for (const agent of await tx.list('agents', { where: {} }))
      if (agent.audience === 'departments' && concerns(agent.departmentIds)) await placeAgent(tx, agent, directory);
  },
};

/** Removes the published version and cancels the request for approval. */
export async function withdraw(tx: SyncTransaction, agentId: string): Promise<void> {
  if (await tx.get('publishedAgents', agentId)) await tx.remove('publishedAgents', agentId);
  if (await tx.get('agents', agentId))
    await tx.put('agents', agentId, { liveVersion: 0, audience: 'self', departmentIds: [], waitingVersion: 0 });
}
