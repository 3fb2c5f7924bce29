import type { RejectedChange } from '../../../sync/engine/storage/device-rows';
import { SHARED_KINDS } from '../../../sync/model/top-kinds';

const SHARING: readonly string[] = ['shareRange', 'shareUserIds', 'shareDepartmentIds', 'linkExpiresAt', 'linkIndexed'];
/** fields that a change of another one sets */
const DERIVED: readonly string[] = ['rev', 'space', 'updatedAt', 'seq', 'recency', 'abilities', 'ownerId'];

/** The fields that a refused change of a document on the server changes; none for a new document and a deletion. */
function changedFields({ collection, content, base }: RejectedChange): string[] {
  if (!base || content['_deleted'] === true || !(SHARED_KINDS as readonly string[]).includes(collection)) return [];
  return [...new Set([...Object.keys(base), ...Object.keys(content)])].filter(
    (field) =>
      !field.startsWith('_') &&
      !DERIVED.includes(field) &&
      JSON.stringify(base[field]) !== JSON.stringify(content[field]),
  );
}

/** Whether a refused change of a document that the server has is about its sharing, among others. */
export const isAboutSharing = (item: RejectedChange): boolean =>
  changedFields(item).some((field) => SHARING.includes(field));

/** The same, and about nothing else. */
export const isOnlySharing = (item: RejectedChange): boolean =>
  isAboutSharing(item) && changedFields(item).every((field) => SHARING.includes(field));
