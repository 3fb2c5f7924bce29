/**
 * Cascaded deletions, as on the server: a project with all documents in its space; any other document with its child
 * documents and the documents that name it as a parent (`parents` of the kinds), such as a website with its pages. And
 * their restoration as long as this device has them. Documents that only the server writes stay until the server
 * deletes them; without their parent no screen shows them.
 */
import {
  childKindsOf,
  childrenOf,
  fieldsWithin,
  KINDS,
  kindsWithin,
  TRASH_KINDS,
  type KindName,
} from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { adoptFiles, orphanFiles } from '../../files/file-store';
import { filesOfQuestion } from '../../files/question-files';
import { restoreChildDocuments } from '../../replication/child-documents';
import { titleOf } from '../../storage/titles';
import { withoutPreparedPush } from '../../storage/prepared-push';
import type { LocalDeletion, RestoredKind } from './declared/documents';
import { allowed, type CommandContext } from './context';

/** Whether this device pushes deletions of this kind. */
const isDeletedHere = ({ documents }: CommandContext, kind: KindName): boolean =>
  documents.names.includes(kind) && KINDS[kind].direction === 'both';

/** Deletes a document, its child documents, and the documents within it with theirs. */
async function remove(context: CommandContext, kind: KindName, id: string): Promise<void> {
  const within = await documentsWithin(context, kind, id);
  await context.documents.remove(kind, [id]);
  const children = childKindsOf(kind).map((child) => ({ kind: child.kind, ids: [child.idPrefix + id] }));
  const all = [...children, ...within].filter((each) => isDeletedHere(context, each.kind));
  for (const each of all) await context.documents.remove(each.kind, each.ids, `${kind}/${id}`);
  await withdrawCalls(context, [{ kind, ids: [id] }, ...all]);
}

interface Removed {
  kind: KindName;
  ids: string[];
}

/** Withdraws the queued calls about documents that were deleted here, after their deletion. */
const withdrawCalls = ({ outbox }: CommandContext, removed: readonly Removed[]): Promise<void> =>
  outbox.withdrawAbout(removed.flatMap(({ kind, ids }) => ids.map((id) => `${kind}/${id}`)));

/** The documents of this device that name a document as their parent, and their child documents. */
async function documentsWithin({ documents }: CommandContext, parent: KindName, parentId: string): Promise<Removed[]> {
  const found: Removed[] = [];
  for (const { kind, field } of fieldsWithin(parent).filter((each) => documents.names.includes(each.kind))) {
    const ids = (await documents.find(kind, { [field]: parentId })).map(({ id }) => id);
    if (ids.length === 0) continue;
    found.push({ kind, ids });
    for (const child of childKindsOf(kind)) found.push({ kind: child.kind, ids: ids.map((id) => child.idPrefix + id) });
  }
  return found;
}

const idsIn = async ({ documents }: CommandContext, selector: Record<string, unknown>): Promise<string[]> =>
  documents.names.includes('projectItems') ? (await documents.find('projectItems', selector)).map(({ id }) => id) : [];

/** Deletes a file or link; unsent bytes are stored for a restoration. */
export async function removeItem(context: CommandContext, id: string): Promise<void> {
  const { device, clock } = context;
  await allowed(context, 'projectItems', id, 'delete');
  await remove(context, 'projectItems', id);
  await orphanFiles(device, [id], clock.now());
}

/** Deletes a note with its text. */
export async function removeNote(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'notes', id, 'delete', 'NOTE_NOT_FOUND');
  await remove(context, 'notes', id);
}

/** Deletes a meeting with its child documents. */
export async function removeMeeting(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'meetings', id, 'delete', 'MEETING_NOT_FOUND');
  await remove(context, 'meetings', id);
}

/** Deletes a canvas with its text. */
export async function removeCanvas(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'canvases', id, 'delete', 'CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
  await remove(context, 'canvases', id);
}

/** Deletes a chat with its questions and canvases; the server deletes their answers. */
export async function removeThread(context: CommandContext, id: string): Promise<void> {
  const { documents, device, clock } = context;
  await allowed(context, 'threads', id, 'delete', 'CHAT_NOT_FOUND');
  const turns = documents.names.includes('turns') ? await documents.find('turns', { parentId: id }) : [];
  // a service worker must not send a deleted question
  await withoutPreparedPush(context, () => remove(context, 'threads', id));
  // unsent files of the chat's questions
  await orphanFiles(device, turns.flatMap(filesOfQuestion), clock.now());
}

/** Deletes the project first: the server deletes its contents with it, and a restoration here restores them with it. */
export async function removeProject(
  context: CommandContext,
  { id, space }: { id: string; space: string },
): Promise<void> {
  const { documents, device, clock } = context;
  const items = await idsIn(context, { space });
  const removed: Removed[] = [];
  await withoutPreparedPush(context, async () => {
    await documents.remove('projects', [id]);
    for (const kind of documents.names.filter((name) => isDeletedHere(context, name))) {
      const ids = (await documents.find(kind, { space })).map((doc) => doc.id);
      if (ids.length > 0) await documents.remove(kind, ids, `projects/${id}`);
      removed.push({ kind, ids });
    }
  });
  await withdrawCalls(context, removed);
  await orphanFiles(device, items, clock.now());
}

/** Repeats the deletion of a document that exists again; does nothing if it does not exist. */
export async function removeAgain(context: CommandContext, collection: KindName, id: string): Promise<void> {
  if (!(await context.documents.get(collection, id))) return;
  const doc = await allowed(context, collection, id, 'delete');
  if (collection === 'projects') await removeProject(context, doc);
  else if (collection === 'projectItems') await removeItem(context, id);
  else await remove(context, collection, id);
}

/** Kinds whose deletions this device lists and undoes. */
const RESTORED_KINDS: readonly RestoredKind[] = TRASH_KINDS.filter((kind) => kind !== 'projectItems');
/** Kinds whose deletion also deletes documents within them, besides child documents. */
const HOLDERS = RESTORED_KINDS.filter((kind) => kindsWithin(kind).length > 0);

/** The deletions that this device can undo without the server, newest first. */
export async function localDeletions({ documents }: CommandContext): Promise<LocalDeletion[]> {
  const rows = await Promise.all(
    RESTORED_KINDS.filter((kind) => documents.names.includes(kind)).map(async (kind) =>
      (await documents.pendingRows(kind))
        .filter((row) => row._deleted && !row.pending?.cascadeParent && typeof row['space'] === 'string')
        .map((row) => ({
          kind,
          id: row.id,
          title: titleOf(row),
          projectId: String(row['projectId'] ?? ''),
          deletedAt: Number(row['updatedAt']),
        })),
    ),
  );
  return rows.flat().sort((a, b) => b.deletedAt - a.deletedAt);
}

/**
 * Restores a deleted document with its child documents: from this device if possible, otherwise by the server, which
 * has them in the trash. The children come first: otherwise their deletions would be pushed as soon as the parent is
 * restored.
 */
export async function restore(
  context: CommandContext,
  collection: RestoredKind,
  id: string,
  title: string,
): Promise<'restored' | 'queued'> {
  const { documents, device, outbox } = context;
  if (!RESTORED_KINDS.includes(collection)) throw new CallError('PARAM_ERROR');
  const [parent] = await documents.stored(collection, [id]);
  if (parent && !parent._deleted) return 'restored';
  // A deletion that reached the server is undone there: the server restores all child documents, for the creator and
  // for others who deleted it. A document that the server once refused exists on this device only.
  const isHere = parent?.waits || (parent?.isUnknownToServer && !HOLDERS.includes(collection));
  if (!isHere || typeof parent?.['space'] !== 'string') {
    await outbox.add({
      service: 'core',
      method: 'POST',
      path: '/trash/restore',
      input: { kind: collection, id },
      label: { key: 'restore', params: { title } },
      after: [],
    });
    return 'queued';
  }
  if (HOLDERS.includes(collection)) await restoreChildDocuments(documents, collection, id);
  for (const [name, childId] of childrenOf(collection, id))
    if (documents.names.includes(name)) await documents.restore(name, childId);
  await documents.restore(collection, id);
  if (collection === 'projects') await adoptFiles(device, await idsIn(context, { space: parent['space'] }));
  return 'restored';
}
