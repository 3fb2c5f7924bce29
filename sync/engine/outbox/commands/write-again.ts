/** Writes rejected content again. */
import { nextRev } from '../../../model/rev';
import { mergeDocument, type Merged, type Version } from '../../../merge/merge';
import { saveConflictVersions } from '../../replication/conflict-versions';
import type { RejectedChange } from '../../storage/device-rows';
import type { CommandContext } from './context';
import { rejectedKind } from './rejected-kinds';
import { removeAgain } from './removal';

/**
 * Merges rejected edits into the present document as the later side; displaced values become conflict versions. A
 * deleted document is created again.
 */
export async function writeAgain(
  context: CommandContext,
  { collection, documentId, content, base }: RejectedChange,
): Promise<void> {
  const { documents, clock } = context;
  const kind = rejectedKind(collection);
  const {
    _deleted,
    rev: _rev,
    updatedAt: _updatedAt,
    recency: _recency,
    abilities,
    ...fields
  } = { ...(content as Version), ...kind.corrected?.(content) };
  if (_deleted) return removeAgain(context, collection, documentId);
  const current = await documents.get(collection, documentId);
  if (!current) {
    const missing = await kind.missingFields?.(context, documentId, fields);
    await documents.create(collection, { abilities: abilities ?? [], ...missing, ...fields, id: documentId });
    await kind.created?.(context, documentId, content);
    return;
  }
  const mine: Version = {
    ...fields,
    id: documentId,
    rev: nextRev(current.rev),
    updatedAt: Math.max(clock.now(), current.updatedAt + 1),
  };
  const mergeInto = (doc: object): Merged => mergeDocument(collection, base ?? null, mine, doc as Version);
  await saveConflictVersions(
    context,
    collection,
    mine,
    current as unknown as Version,
    mergeInto(current).conflicts,
    clock.now(),
  );
  await documents.change(collection, documentId, (doc) => mergeInto(doc).merged);
}
