/** The calls that publish agents: by creators, and for the organization by administrators. */
import { spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, RequestInfo } from '../../platform/context';
import { notify, notifyAll } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { visibleOr } from '../change';
import type { CoreServices } from '../context';
import type { agentCalls } from './contract';
import { mustBeAllowed } from './permission';
import { addVersion, goLive, mustBeNamedAlone, versionsOf, withdraw } from './publishing';
import { ownAgent } from './service';

type Calls = typeof agentCalls;

const link = (id: string): string => `/workshop/bots/${id}`;
const APPROVAL_LINK = '/workshop/bots/publish';

const isAdministrator = ({ role }: Actor): boolean => role === 'owner' || role === 'admin';

async function administratorsOf(tx: SyncTransaction): Promise<string[]> {
  const people = await tx.list('people', { space: spaceOf('company', tx.companyId) });
  return people
    .filter(({ kind, role, active }) => kind === 'member' && active && (role === 'owner' || role === 'admin'))
    .map(({ id }) => id);
}

export function createPublishing({ sync, audit }: Pick<CoreServices, 'sync' | 'audit'>) {
  const record = (
    tx: SyncTransaction,
    actor: Actor,
    request: RequestInfo,
    action: string,
    agent: { id: string; name: string },
  ) => audit.record(tx.companyId, actor, request, action, { kind: 'agent', id: agent.id, name: agent.name });

  const mustExist = async (tx: SyncTransaction, ids: readonly string[]): Promise<void> => {
    const found = await tx.list('people', { ids: [...ids] });
    if (ids.length === 0 || found.some(({ kind }) => kind !== 'department') || found.length < new Set(ids).size)
      throw new CallError('PARAM_ERROR', { fieldErrors: { departmentIds: 'PARAM_ERROR' } });
  };

  /** Stores the version for approval; the live version stays in use. */
  async function request(
    tx: SyncTransaction,
    actor: Actor,
    agent: StoredDoc<'agents'>,
    version: number,
  ): Promise<void> {
    await tx.put('agents', agent.id, { waitingVersion: version });
    await notifyAll(tx, await administratorsOf(tx), {
      kind: 'agentWaiting',
      params: { name: agent.name },
      link: APPROVAL_LINK,
      subjectId: agent.id,
      actorId: actor.userId,
      isGrouped: true,
    });
  }

  return {
    async publish(
      actor: Actor,
      info: RequestInfo,
      { id, published, audience, departmentIds }: ParsedInput<Calls['publish']>,
    ): Promise<Doc<'agents'>> {
      await sync.write(actor.companyId, async (tx) => {
        const agent = await ownAgent(tx, actor, id);
        if (!published) {
          await withdraw(tx, id);
          if (agent.audience !== 'self') await record(tx, actor, info, 'agent.withdrawn', agent);
          return;
        }
        await mustBeAllowed(tx, actor.userId);
        if (audience !== 'self') await mustBeNamedAlone(tx, id, agent.name);
        if (audience === 'departments') await mustExist(tx, departmentIds);
        const version = await addVersion(tx, agent);
        if (audience === 'organization' && !isAdministrator(actor)) return request(tx, actor, agent, version.no);
        // this version replaces an earlier one that waits for approval
        await goLive(tx, { ...agent, waitingVersion: 0 }, version, { audience, departmentIds });
        if (audience !== 'self') await record(tx, actor, info, 'agent.published', agent);
      });
      return visibleOr(sync, actor, 'agents', id, 'AGENT_NOT_FOUND');
    },

    /** Lists versions that wait for approval, by the creation time of their agents. */
    waiting: (
      actor: Actor,
      { currentPage, pageSize }: ParsedInput<Calls['waiting']>,
    ): Promise<CallOutput<Calls['waiting']>> =>
      sync.read(actor.companyId, async (tx) => {
        const waiting = (await tx.list('agents', { where: {} }))
          .filter(({ waitingVersion }) => waitingVersion > 0)
          .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
        const from = (currentPage - 1) * pageSize;
        const list: CallOutput<Calls['waiting']>['list'] = [];
        for (const { id, waitingVersion, creatorId } of waiting.slice(from, from + pageSize)) {
          const version = (await versionsOf(tx, id)).find(({ no }) => no === waitingVersion);
          if (!version) continue;
          const { name, introduction, avatar, instructions, tools, model = '', openings, knowledge } = version;
          list.push({
            ...{ id, name, introduction, avatar, instructions, tools, model, openings, creatorId },
            knowledgeCount: knowledge.length,
            version: waitingVersion,
          });
        }
        return { list, total: waiting.length, currentPage, pageSize };
      }),

    approve: (
      actor: Actor,
      info: RequestInfo,
      { id, version: no, isApproved }: ParsedInput<Calls['approve']>,
    ): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        const agent = await tx.get('agents', id);
        if (!agent) throw new CallError('AGENT_NOT_FOUND');
        const version = (await versionsOf(tx, id)).find((each) => each.no === no);
        if (agent.waitingVersion !== no || !version) throw new CallError('AGENT_PROPOSAL_CLOSED');
        if (isApproved) {
          await mustBeNamedAlone(tx, id, version.name);
          await goLive(tx, agent, version, { audience: 'organization', departmentIds: [] });
        } else await tx.put('agents', id, { waitingVersion: 0, refusedVersion: no });
        await record(tx, actor, info, isApproved ? 'agent.approved' : 'agent.refused', { id, name: version.name });
        await notify(tx, {
          userId: agent.creatorId,
          kind: isApproved ? 'agentApproved' : 'agentRefused',
          params: { name: version.name },
          link: link(id),
          subjectId: id,
          actorId: actor.userId,
        });
      }),
  };
}
