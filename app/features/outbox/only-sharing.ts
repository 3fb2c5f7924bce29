import type { RejectedChange } from '../../../sync/engine/storage/device-database';

const SHARING: readonly string[] = ['shareRange', 'shareUserIds', 'shareDepartmentIds', 'linkExpiresAt', 'linkIndexed'];
/** fields that a change of another one sets */
const DERIVED: readonly string[] = ['rev', 'space', 'updatedAt', 'seq', 'recency', 'abilities', 'ownerId'];

/** Whether a refused change of a document that the server has is about its sharing, and about nothing else. */
export function isOnlySharing({ collection, content, base }: RejectedChange): boolean {
  if (!base || content['_deleted'] === true || !['projects', 'notes', 'meetings'].includes(collection)) return false;
  const changed = [...new Set([...Object.keys(base), ...Object.keys(content)])].filter(
    (field) =>
      !field.startsWith('_') &&
      !DERIVED.includes(field) &&
      JSON.stringify(base[field]) !== JSON.stringify(content[field]),
  );
  return changed.length > 0 && changed.every((field) => SHARING.includes(field));
}
