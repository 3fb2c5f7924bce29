/**
 * Push policy of projects. The owner may do everything; a contributor changes title, description, instructions and items,
 * but not sharing or contributors, and cannot delete the project (workspace 6).
 */
import { spaceOf } from '../../../sync/model/ids';
import { childKindsOf, fieldsWithin, withKindsBelow, type KindName } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { removeContents } from '../contents';
import { stopReadings } from '../links/reading-requests';
import { placements } from '../placements';
import { notifyOfProject, peopleOf } from '../notify-people';
import { withHistory } from '../project-history/record';
import { onlyChanges, refusal } from '../refusals';
import { refuseUnknownParties, SHARED_WITH } from '../share-changes';
import { placeProject, placeRestoredProject } from './placement';

type StoredProject = StoredDoc<'projects'>;

const BY_CONTRIBUTOR = ['title', 'description', 'instructions', 'webSearchEnabled'];
/** further fields that only the owner may change */
const BY_OWNER = ['archivedAt'];
const CONTRIBUTORS = { users: 'contributorUserIds', departments: 'contributorDepartmentIds' } as const;
const SHARING = ['contributorUserIds', 'contributorDepartmentIds', 'shareRange', 'shareUserIds', 'shareDepartmentIds'];

/** Titles are unique among the projects of one owner in a company. */
export async function refuseDuplicateTitle(
  tx: Pick<SyncTransaction, 'list'>,
  project: Pick<StoredProject, 'id' | 'title' | 'ownerId'>,
): Promise<void> {
  const same = await tx.list('projects', { where: { ownerId: project.ownerId, title: project.title } });
  if (same.some((other) => other.id !== project.id)) throw refusal('PROJECT_TITLE_DUPLICATED', 'title');
}

async function checkSharing(
  tx: Pick<SyncTransaction, 'list'>,
  before: StoredProject | null,
  project: StoredProject,
): Promise<void> {
  if (project.contributorUserIds.includes(project.ownerId))
    throw refusal('PROJECT_OWNER_CANNOT_BE_CONTRIBUTOR', 'contributorUserIds');
  if (project.shareRange === 'team' && project.shareDepartmentIds.length === 0)
    throw refusal('PARAMETER_REQUIRED', 'shareDepartmentIds', 'Please select at least one team');
  if (project.shareRange === 'customize' && project.shareUserIds.length + project.shareDepartmentIds.length === 0)
    throw refusal('PARAMETER_REQUIRED', 'shareUserIds');
  await refuseUnknownParties(tx, before, project, SHARED_WITH);
  await refuseUnknownParties(tx, before, project, CONTRIBUTORS);
}

const rules = (platform: Platform): PushPolicy<'projects'> => ({
  collection: 'projects',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (!before) {
      if (!after) return;
      if (after.space !== spaceOf('project', after.id)) throw refusal('DOCUMENT_INVALID', 'space');
      if (after.ownerId !== actor.userId) throw refusal('NO_PERMISSION', 'ownerId');
      // The space exists, so the project is being undeleted: allowed for its owner only.
      if (role !== 'owner' && (await tx.spaceExists(after.space))) throw refusal('NO_PERMISSION');
      await checkSharing(tx, restored, after);
      return refuseDuplicateTitle(tx, after);
    }
    if (!after) {
      if (role !== 'owner') throw refusal('NO_PERMISSION');
      return;
    }
    if (role === null || role === 'viewer') throw refusal('NO_PERMISSION');
    if (changed.includes('space')) throw refusal('DOCUMENT_INVALID', 'space');
    onlyChanges(
      changed,
      role === 'owner' ? [...BY_CONTRIBUTOR, ...BY_OWNER, ...SHARING] : BY_CONTRIBUTOR,
      'NO_PERMISSION',
    );
    if (changed.some((field) => SHARING.includes(field))) await checkSharing(tx, before, after);
    if (changed.includes('title')) await refuseDuplicateTitle(tx, after);
  },
  async apply({ actor, tx, before, after, changed }) {
    if (!after) {
      if (!before) return;
      const detached = await removeHeld(platform, tx, before.id);
      await tx.intoTrash('projects', before.id, actor.userId, detached);
      return;
    }
    if (before && !changed.some((field) => SHARING.includes(field))) return;
    const had = await peopleOf(tx, after.space);
    await (before ? placeProject(tx, after) : placeRestoredProject(tx, after));
    await notifyOfProject(tx, actor.userId, after, had);
  },
});

export const projectPolicy = (platform: Platform): PushPolicy<'projects'> => withHistory(platform, rules(platform));

/** Kinds whose documents belong to projects, child documents first. */
const HELD_BY_PROJECTS = withKindsBelow(['projects'])
  .filter((kind) => kind !== 'projects')
  .reverse();

/**
 * Deletes the documents of a deleted project.
 * @returns the ids of documents that are kept outside any project until it is restored
 */
async function removeHeld(platform: Platform, tx: SyncTransaction, projectId: string): Promise<string[]> {
  const space = spaceOf('project', projectId);
  const detached: string[] = [];
  for (const placement of placements) detached.push(...((await placement.ofDeletedProject?.(tx, projectId)) ?? []));
  // some are in other spaces: private notes and chats, with their child documents, in that of their creator
  for (const { kind, field } of fieldsWithin('projects')) {
    const docs = await tx.list(kind, { where: { [field]: projectId } });
    await removeChildren(tx, kind, docs);
    for (const doc of docs.filter((each) => each.space !== space)) {
      await removeContents(tx, kind, doc.id);
      await tx.remove(kind, doc.id);
    }
  }
  for (const collection of HELD_BY_PROJECTS) {
    const ids = (await tx.list(collection, { space })).map(({ id }) => id);
    for (const id of ids) await tx.remove(collection, id);
    if (collection === 'projectItems') await stopReadings(platform, tx.companyId, ids);
  }
  return detached;
}

/** Deletes the child documents of these documents; reads them in one statement for each kind. */
async function removeChildren(tx: SyncTransaction, parent: KindName, docs: readonly { id: string }[]): Promise<void> {
  for (const { kind, idPrefix } of childKindsOf(parent))
    for (const child of await tx.list(kind, { ids: docs.map(({ id }) => idPrefix + id) }))
      await tx.remove(kind, child.id);
}
