/**
 * Cascaded deletions, as the server does them: a project with everything in its space, a note with its text, a meeting with its note,
 * transcript and summary; and their restoration while this device still has them.
 */
import { childrenOf, type KindName } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { restoreChildDocuments } from '../../replication/child-documents';
import { titleOf } from '../../storage/titles';
import type { LocalDeletion } from './commands';
import { isTopKind, TOP_KINDS, type TopKind } from '../../../model/top-kinds';
import { allowed, type CommandContext } from './context';

async function remove({ documents }: CommandContext, kind: KindName, id: string): Promise<void> {
  await documents.remove(kind, [id]);
  for (const [child, childId] of childrenOf(kind, id))
    if (documents.names.includes(child)) await documents.remove(child, [childId], `${kind}/${id}`);
}

export async function removeNote(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'notes', id, 'delete', 'NOTE_NOT_FOUND');
  await remove(context, 'notes', id);
}

export async function removeMeeting(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'meetings', id, 'delete', 'MEETING_NOT_FOUND');
  await remove(context, 'meetings', id);
}

/** The project first: its contents are deleted with it on the server, and restored with it here. */
export async function removeProject(
  { documents }: CommandContext,
  { id, space }: { id: string; space: string },
): Promise<void> {
  await documents.remove('projects', [id]);
  for (const name of documents.names) {
    const ids = (await documents.find(name, { space })).map((doc) => doc.id);
    if (ids.length > 0) await documents.remove(name, ids, `projects/${id}`);
  }
}

/** Repeats a deletion of a document that exists again; does nothing if it is gone. */
export async function removeAgain(context: CommandContext, collection: KindName, id: string): Promise<void> {
  if (!(await context.documents.get(collection, id))) return;
  const doc = await allowed(context, collection, id, 'delete');
  if (collection === 'projects') await removeProject(context, doc);
  else await remove(context, collection, id);
}

/** The deletions that this device can still take back by itself, newest first. */
export async function localDeletions({ documents }: CommandContext): Promise<LocalDeletion[]> {
  const rows = await Promise.all(
    TOP_KINDS.filter((kind) => documents.names.includes(kind)).map(async (kind) =>
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
 * Restores a deleted document with its child documents: from this device while it still has them, otherwise by the
 * server, which keeps them in the trash. The children first: their deletions would be pushed as soon as the parent is
 * no longer deleted.
 */
export async function restore(
  { documents, outbox }: CommandContext,
  collection: TopKind,
  id: string,
  title: string,
): Promise<'restored' | 'queued'> {
  if (!isTopKind(collection)) throw new CallError('PARAM_ERROR');
  const [parent] = await documents.stored(collection, [id]);
  if (parent && !parent._deleted) return 'restored';
  // A deletion that the server has is taken back there: it restores all of it, for the creator and for others who deleted it.
  if (!parent?.waits || typeof parent['space'] !== 'string') {
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
  if (collection === 'projects') await restoreChildDocuments(documents, 'projects', id);
  for (const [name, childId] of childrenOf(collection, id))
    if (documents.names.includes(name)) await documents.restore(name, childId);
  await documents.restore(collection, id);
  return 'restored';
}
