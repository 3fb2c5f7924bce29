/** Implements the calls of agents, except publishing (publish.ts) and decisions on proposals (proposals.ts). */
import { sql } from 'kysely';
import { BUILT_IN_AGENT_IDS, BUILT_IN_AGENTS, isBuiltInAgent, type BuiltInAgentId } from '../../../sync/model/agents';
import { newId, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import { agents, type Agent } from '../../../sync/model/kinds/agents';
import type { PublishedAgent } from '../../../sync/model/kinds/published-agents';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { PAGE_SIZE_MAX } from '../../../sync/protocol/paging';
import type { Actor, RequestInfo } from '../../platform/context';
import { dayAt } from '../../platform/time-zones';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { changeDoc, deleteDoc, visibleOr } from '../change';
import { createChats, type GivenContext } from '../chat/service';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import { timeZoneOf } from '../person-time-zone';
import type { AgentView, agentCalls } from './contract';
import { nameKey } from './names';
import { isAllowed, isEnabled, mustBeAllowed, permissionOf } from './permission';
import { agentPolicy } from './policy';
import { workerOf } from './worker';

type Calls = typeof agentCalls;

const MISSING = 'AGENT_NOT_FOUND';
const DAY_MS = 24 * 60 * 60_000;
const QUARTER_MS = 15 * 60_000;
const USAGE_DAYS = 30;

const builtIn = (id: BuiltInAgentId): AgentView => ({
  id,
  name: BUILT_IN_AGENTS[id].name,
  introduction: '',
  avatar: '',
  tools: [...BUILT_IN_AGENTS[id].tools],
  openings: [],
  creatorId: '',
  isBuiltIn: true,
  isPublished: true,
  own: null,
});

/** Shows the draft to the agent's creator, and the published version to others. */
function viewOf(own: Doc<'agents'> | null, published: PublishedAgent | null): AgentView {
  const { id, name, introduction, avatar, tools, openings, creatorId } = (own ?? published)!;
  return {
    ...{ id, name, introduction, avatar, tools, openings, creatorId },
    isBuiltIn: false,
    isPublished: published !== null,
    own,
  };
}

/** Returns an agent that the actor created. Throws AGENT_NOT_FOUND and NO_PERMISSION. */
export async function ownAgent(
  tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
  actor: Actor,
  id: string,
): Promise<StoredDoc<'agents'>> {
  const agent = await tx.get('agents', id);
  if (agent?.creatorId === actor.userId) return agent;
  const published = await tx.get('publishedAgents', id);
  const isSeen = published && (await tx.roleIn(published.space, actor.userId)) !== null;
  throw new CallError(isSeen || isBuiltInAgent(id) ? 'NO_PERMISSION' : MISSING);
}

export function createAgents(core: Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'audit'>) {
  const { platform, sync, audit } = core;
  const chats = createChats(core);

  const detail = async (actor: Actor, id: string): Promise<AgentView> => {
    if (isBuiltInAgent(id)) return builtIn(id);
    const own = await sync.visible(actor, 'agents', id);
    const published = await sync.visible(actor, 'publishedAgents', id);
    if (!own && !published) throw new CallError(MISSING);
    return viewOf(own, published);
  };

  const mustSee = async (actor: Actor): Promise<void> => {
    if (!(await sync.read(actor.companyId, (tx) => isEnabled(tx, actor.userId))))
      throw new CallError('AGENT_NOT_ENABLED');
  };

  /** Throws AGENT_NAME_EXISTED if another agent of this person has the name. */
  const mustBeFree = async (tx: SyncTransaction, actor: Actor, name: string, id: string): Promise<void> => {
    const own = await tx.list('agents', { where: { creatorId: actor.userId } });
    if (own.some((other) => other.id !== id && nameKey(other.name) === nameKey(name)))
      throw new CallError('AGENT_NAME_EXISTED', { fieldErrors: { name: 'AGENT_NAME_EXISTED' } });
  };

  /** All documents of a kind that the actor may see, newest first. */
  const all = async <N extends 'agents' | 'publishedAgents'>(actor: Actor, kind: N): Promise<Doc<N>[]> => {
    const found: Doc<N>[] = [];
    for (let currentPage = 1; ; currentPage += 1) {
      const { list, total } = await listVisible(platform, actor, kind, { currentPage, pageSize: PAGE_SIZE_MAX });
      found.push(...list);
      if (found.length >= total || list.length === 0) return found;
    }
  };

  return {
    permission: (actor: Actor): Promise<CallOutput<Calls['permission']>> =>
      sync.read(actor.companyId, async (tx) => ({
        isEnabled: await isEnabled(tx, actor.userId),
        isAllowed: await isAllowed(tx, actor.userId),
      })),

    async search(
      actor: Actor,
      { keyword, currentPage, pageSize }: ParsedInput<Calls['search']>,
    ): Promise<CallOutput<Calls['search']>> {
      await mustSee(actor);
      const own = await all(actor, 'agents');
      const published = new Map((await all(actor, 'publishedAgents')).map((each) => [each.id, each]));
      const known = new Set(own.map(({ id }) => id));
      const views = [
        ...BUILT_IN_AGENT_IDS.map(builtIn),
        ...own.map((agent) => viewOf(agent, published.get(agent.id) ?? null)),
        ...[...published.values()].filter(({ id }) => !known.has(id)).map((each) => viewOf(null, each)),
      ].filter(({ name, introduction }) => nameKey(`${name}\n${introduction}`).includes(nameKey(keyword)));
      const from = (currentPage - 1) * pageSize;
      return { list: views.slice(from, from + pageSize), total: views.length, currentPage, pageSize };
    },

    async create(actor: Actor, input: ParsedInput<Calls['create']>): Promise<Doc<'agents'>> {
      const id = newId(platform.clock.now());
      await sync.write(actor.companyId, async (tx) => {
        await mustBeAllowed(tx, actor.userId);
        await mustBeFree(tx, actor, input.name, id);
        await changeDoc(tx, actor, agentPolicy, id, {
          ...input,
          ...(agents.createdWith as Pick<
            Agent,
            'liveVersion' | 'audience' | 'departmentIds' | 'waitingVersion' | 'refusedVersion'
          >),
          space: spaceOf('person', actor.userId),
          creatorId: actor.userId,
          createdAt: tx.now(),
        });
      });
      return visibleOr(sync, actor, 'agents', id, MISSING);
    },

    async update(actor: Actor, { id, ...changes }: ParsedInput<Calls['update']>): Promise<Doc<'agents'>> {
      await sync.write(actor.companyId, async (tx) => {
        await ownAgent(tx, actor, id);
        await mustBeAllowed(tx, actor.userId);
        if (changes.name !== undefined) await mustBeFree(tx, actor, changes.name, id);
        await changeDoc(tx, actor, agentPolicy, id, definedOf(changes));
      });
      return visibleOr(sync, actor, 'agents', id, MISSING);
    },

    async get(actor: Actor, id: string): Promise<AgentView> {
      await mustSee(actor);
      return detail(actor, id);
    },

    remove: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        await ownAgent(tx, actor, id);
        await deleteDoc(tx, actor, agentPolicy, id);
      }),

    createChat: (
      actor: Actor,
      { agentId, query, isTest, context = [] }: ParsedInput<Calls['createChat']> & { context?: GivenContext },
    ): Promise<CallOutput<Calls['createChat']>> =>
      sync.write(actor.companyId, async (tx) => {
        await mustBeAllowed(tx, actor.userId);
        await workerOf(tx, { agentId, isAgentTest: isTest }, actor.userId);
        return chats.createWithAgent(actor, { agentId, isAgentTest: isTest, question: query, context });
      }),

    async usage(actor: Actor, id: string): Promise<CallOutput<Calls['usage']>> {
      const { companyId } = actor;
      const zone = await sync.read(companyId, async (tx) => {
        await ownAgent(tx, actor, id);
        return (await timeZoneOf(tx, actor.userId)) || 'UTC';
      });
      const now = platform.clock.now();
      const since = now - USAGE_DAYS * DAY_MS;
      // the database may name time zones differently: it counts by quarters of an hour, which no day of a zone divides
      const { rows } = await sql<{ quarter: number; questions: number; people: string[] }>`
        select ((t.data ->> 'createdAt')::bigint / ${QUARTER_MS}::bigint)::int as quarter,
          count(*)::int as questions, array_agg(distinct t.data ->> 'creatorId') as people
        from doc c join doc t on t.company_id = c.company_id and t.collection = 'turns' and not t.deleted
          and t.refs @> jsonb_build_object('parentId', c.id)
        where c.company_id = ${companyId} and c.collection = 'threads' and not c.deleted
          and c.refs @> ${JSON.stringify({ agentId: id })}::jsonb
          and coalesce(c.data ->> 'isAgentTest', 'false') = 'false'
          and (t.data ->> 'createdAt')::bigint >= ${since}
        group by 1 order by 1`.execute(platform.db);
      const days = new Map<string, number>();
      for (const { quarter, questions } of rows) {
        const day = dayAt(quarter * QUARTER_MS, zone);
        days.set(day, (days.get(day) ?? 0) + questions);
      }
      return {
        today: dayAt(now, zone),
        questions: rows.reduce((sum, { questions }) => sum + questions, 0),
        people: new Set(rows.flatMap(({ people }) => people)).size,
        days: [...days].map(([day, questions]) => ({ day, questions })),
      };
    },

    permissionSetting: (actor: Actor): Promise<CallOutput<Calls['permissionSetting']>> =>
      sync.read(actor.companyId, async (tx) => {
        const { mode, userIds, departmentIds } = await permissionOf(tx);
        return { mode, userIds: [...userIds], departmentIds: [...departmentIds] };
      }),

    async setPermission(
      actor: Actor,
      request: RequestInfo,
      { mode, userIds, departmentIds }: ParsedInput<Calls['setPermission']>,
    ): Promise<Doc<'agentSettings'>> {
      const { companyId } = actor;
      await sync.write(companyId, async (tx) => {
        const before = await permissionOf(tx);
        // keep the chosen people and departments in other modes, for a return to `chosen`
        const after = {
          mode,
          userIds: [...new Set(mode === 'chosen' ? userIds : before.userIds)],
          departmentIds: [...new Set(mode === 'chosen' ? departmentIds : before.departmentIds)],
        };
        await tx.put('agentSettings', companyId, { space: spaceOf('company', companyId), ...after });
        await audit.record(
          companyId,
          actor,
          request,
          'agent.permission',
          { kind: 'agent', id: companyId, name: '' },
          {
            mode: [before.mode, after.mode],
            people: [before.userIds.length, after.userIds.length],
            departments: [before.departmentIds.length, after.departmentIds.length],
          },
        );
      });
      return visibleOr(sync, actor, 'agentSettings', companyId, 'NO_DATA');
    },
  };
}

const definedOf = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
