/** The calls of projects. The policy checks the rules. */
import { sql } from 'kysely';
import { newId, spaceOf } from '../../../sync/model/ids';
import { hasContent } from '../../../sync/model/kinds/project-items';
import { CallError } from '../../../sync/protocol/errors';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import type { Doc } from '../../../sync/model/kinds';
import type { Actor, Platform } from '../../platform/context';
import { ableOr, changeDoc, deleteDoc, visibleOr, type Fields } from '../change';
import { listVisible } from '../listing';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import { recordChange } from '../project-history/record';
import type { projectCalls } from './contract';
import { mayContribute, moveItemTexts, projectItemPolicy } from './item-policy';
import { BLANK_ITEM } from './new-item';
import { giveProject } from './ownership';
import { projectPolicy } from './policy';

type Calls = typeof projectCalls;
type Item = Doc<'projectItems'>;
type ItemKey = Pick<Item, 'itemType' | 'itemId'> & { title: string };

const NOT_FOUND = { missing: 'PROJECT_NOT_FOUND' } as const;

/** SQL conditions of a person's relation to a project, by the value of `filter`. */
const FILTERS = {
  all: (_me: string) => sql`true`,
  created: (me: string) => sql`d.data ->> 'ownerId' = ${me}`,
  contributing: (_me: string) => sql`a.role = 'contributor'`,
  shared: (_me: string) => sql`a.role = 'viewer'`,
  modifiable: (_me: string) => sql`a.role in ('owner', 'contributor')`,
} as const;

export function createProjects(platform: Platform, sync: SyncStore) {
  const policy = projectPolicy(platform);
  const itemPolicy = projectItemPolicy(platform);
  const visible = (actor: Actor, id: string) => visibleOr(sync, actor, 'projects', id, 'PROJECT_NOT_FOUND');

  /** Changes a project that the person sees; the policy decides which fields may change. */
  const change = async (actor: Actor, id: string, fields: Fields<'projects'>): Promise<Doc<'projects'>> => {
    await sync.write(actor.companyId, async (tx) => {
      await ableOr(tx, actor, 'projects', id, 'update', NOT_FOUND);
      await changeDoc(tx, actor, policy, id, fields);
    });
    return visible(actor, id);
  };

  const parties = async (actor: Actor, userIds: string[], departmentIds: string[]) =>
    sync.read(actor.companyId, async (tx) => {
      const people = await tx.list('people', { ids: [...userIds, ...departmentIds] });
      const party = (kind: 'member' | 'department') => (id: string) => {
        const person = people.find((p) => p.id === id && p.kind === kind);
        return { id, kind, name: person?.name ?? '', avatar: person?.avatar ?? '' };
      };
      return { users: userIds.map(party('member')), departments: departmentIds.map(party('department')) };
    });

  const itemsOf = async (
    tx: Pick<SyncTransaction, 'list'>,
    projectId: string,
    key?: Pick<ItemKey, 'itemType' | 'itemId'>,
  ) =>
    (await tx.list('projectItems', { space: spaceOf('project', projectId) })).filter(
      (i) => !key || (i.itemType === key.itemType && i.itemId === key.itemId),
    );

  const addItem = async (tx: SyncTransaction, actor: Actor, projectId: string, key: ItemKey): Promise<string> => {
    const [present] = await itemsOf(tx, projectId, key);
    if (present) return present.id;
    const id = newId(platform.clock.now());
    await changeDoc(tx, actor, itemPolicy, id, {
      ...BLANK_ITEM,
      notices: [],
      space: spaceOf('project', projectId),
      projectId,
      itemType: key.itemType,
      itemId: key.itemId,
      title: key.title,
      addedBy: actor.userId,
      createdAt: platform.clock.now(),
    });
    return id;
  };

  return {
    async create(actor: Actor, input: ParsedInput<Calls['create']>): Promise<Doc<'projects'>> {
      const id = newId(platform.clock.now());
      await sync.write(actor.companyId, (tx) =>
        changeDoc(tx, actor, policy, id, {
          space: spaceOf('project', id),
          title: input.title,
          description: input.description,
          instructions: '',
          ownerId: actor.userId,
          contributorUserIds: [],
          contributorDepartmentIds: [],
          shareRange: 'private',
          shareUserIds: [],
          shareDepartmentIds: [],
          webSearchEnabled: false,
          createdAt: platform.clock.now(),
        }),
      );
      return visible(actor, id);
    },
    search: (actor: Actor, input: ParsedInput<Calls['search']>) =>
      listVisible(platform, actor, 'projects', input, {
        titleLike: input.titleLike,
        and: [FILTERS[input.filter](actor.userId)],
      }),
    get: visible,
    async shares(actor: Actor, id: string): Promise<CallOutput<Calls['shares']>> {
      const project = await visible(actor, id);
      return {
        shareRange: project.shareRange,
        ...(await parties(actor, project.shareUserIds, project.shareDepartmentIds)),
      };
    },
    async contributors(actor: Actor, id: string): Promise<CallOutput<Calls['contributors']>> {
      const project = await visible(actor, id);
      const owner = (await parties(actor, [project.ownerId], [])).users[0] ?? null;
      return { owner, ...(await parties(actor, project.contributorUserIds, project.contributorDepartmentIds)) };
    },
    setShare: (actor: Actor, input: ParsedInput<Calls['setShare']>) =>
      change(actor, input.projectId, {
        shareRange: input.shareRange,
        shareUserIds: [...new Set(input.userIds)],
        shareDepartmentIds: [...new Set(input.departmentIds)],
      }),
    setContributors: (actor: Actor, input: ParsedInput<Calls['setContributors']>) =>
      change(actor, input.projectId, {
        contributorUserIds: [...new Set(input.userIds)],
        contributorDepartmentIds: [...new Set(input.departmentIds)],
      }),
    update: (actor: Actor, { id, ...fields }: ParsedInput<Calls['update']>) =>
      change(actor, id, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))),
    updateProfile: (actor: Actor, input: ParsedInput<Calls['updateProfile']>) =>
      change(actor, input.projectId, { webSearchEnabled: input.webSearchEnabled }),
    archive: (actor: Actor, input: ParsedInput<Calls['archive']>) =>
      change(actor, input.projectId, { archivedAt: input.archived ? platform.clock.now() : 0 }),
    setOwner: (actor: Actor, { projectId, userId }: ParsedInput<Calls['setOwner']>) =>
      sync.write(actor.companyId, async (tx) => {
        const project = await ableOr(tx, actor, 'projects', projectId, 'manage', NOT_FOUND);
        if (project.ownerId === userId) return;
        const person = await tx.get('people', userId);
        if (person?.kind !== 'member' || !person.active) throw new CallError('USER_NOT_FOUND');
        await giveProject(platform, tx, actor.userId, project, userId);
      }),
    remove: (actor: Actor, id: string) =>
      sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'projects', id, 'delete', NOT_FOUND);
        await deleteDoc(tx, actor, policy, id);
      }),
    async setItem(actor: Actor, input: ParsedInput<Calls['setItem']>): Promise<Item> {
      const id = await sync.write(actor.companyId, (tx) => addItem(tx, actor, input.projectId, input));
      return visibleOr(sync, actor, 'projectItems', id, 'NO_DATA');
    },
    async setItems(actor: Actor, input: ParsedInput<Calls['setItems']>): Promise<{ list: Item[] }> {
      const ids = await sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'projects', input.projectId, 'update', NOT_FOUND);
        const keep: string[] = [];
        for (const item of input.items) keep.push(await addItem(tx, actor, input.projectId, item));
        for (const item of await itemsOf(tx, input.projectId)) {
          if (!keep.includes(item.id) && !hasContent(item.itemType) && item.itemType !== 'connector')
            await deleteDoc(tx, actor, itemPolicy, item.id);
        }
        return keep;
      });
      return { list: await Promise.all(ids.map((id) => visibleOr(sync, actor, 'projectItems', id, 'NO_DATA'))) };
    },
    async searchItems(actor: Actor, input: ParsedInput<Calls['searchItems']>) {
      await visible(actor, input.projectId);
      return listVisible(platform, actor, 'projectItems', input, {
        where: { projectId: input.projectId, ...(input.itemType ? { itemType: input.itemType } : {}) },
      });
    },
    unsetItem: (actor: Actor, input: ParsedInput<Calls['unsetItem']>) =>
      sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'projects', input.projectId, 'update', NOT_FOUND);
        const items = await itemsOf(tx, input.projectId, input);
        if (items.length === 0) throw new CallError('NO_DATA');
        for (const item of items) await deleteDoc(tx, actor, itemPolicy, item.id);
      }),
    restoreItem: (actor: Actor, id: string) =>
      sync.write(actor.companyId, async (tx) => {
        const present = await tx.get('projectItems', id);
        const item = present ?? (await tx.restore('projectItems', id));
        if (!item || (await tx.roleIn(spaceOf('project', item.projectId), actor.userId)) === null)
          throw new CallError('NO_DATA');
        await mayContribute(tx, actor.userId, item.projectId);
        if (present) return;
        await moveItemTexts(tx, item);
        await recordChange(platform, tx, actor.userId, 'projectItems', null, item);
      }),
    async byItem(actor: Actor, input: ParsedInput<Calls['byItem']>): Promise<{ list: Doc<'projects'>[] }> {
      const all = { currentPage: 1, pageSize: 1000 };
      const items = await listVisible(platform, actor, 'projectItems', all, {
        where: { itemType: input.itemType, itemId: input.itemId },
      });
      const ids = new Set(items.list.map((i) => i.projectId));
      const own =
        input.itemType === 'note'
          ? await sync.visible(actor, 'notes', input.itemId)
          : input.itemType === 'meeting'
            ? await sync.visible(actor, 'meetings', input.itemId)
            : null;
      if (own?.projectId) ids.add(own.projectId);
      const found = await Promise.all([...ids].map((id) => sync.visible(actor, 'projects', id)));
      return { list: found.filter((p) => p !== null) };
    },
    async searchNotes(actor: Actor, input: ParsedInput<Calls['searchNotes']>) {
      await visible(actor, input.projectId);
      return listVisible(platform, actor, 'notes', input, {
        where: { projectId: input.projectId },
        titleLike: input.titleLike,
      });
    },
  };
}
