/** Names and page sizes of the searchable rows of the replica. */
import { definitionOf, isLarge, type KindName } from '../../model/kinds';
import { targetOf, type Target } from '../../ranking/sources';

/** rows read at once: a transcript has thousands of words, a title a few */
export const pageSizeOf = (kind: KindName): number =>
  isLarge(kind) ? (definitionOf(kind).search?.fields.some(({ isApart }) => isApart) ? 5 : 25) : 100;

export const keyOf = (kind: KindName, id: string): string => `${kind}/${id}`;

/** The document that a person opens for a source. */
export function targetOfKey(key: string): Target {
  const slash = key.indexOf('/');
  return targetOf({ collection: key.slice(0, slash) as KindName, id: key.slice(slash + 1) });
}
