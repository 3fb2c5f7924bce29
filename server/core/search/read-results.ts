/** Reads the documents of ranked results as the person may see them now, and cuts their passages. */
import { isSearched, searchedTextsOf } from '../../../sync/merge/searched-texts';
import type { KindName } from '../../../sync/model/kinds';
import type { SearchedText } from '../../../sync/model/searched-text';
import type { SearchResult } from '../../../sync/ranking/answer';
import { resultOf } from '../../../sync/ranking/result';
import { sourcesOf, type Target } from '../../../sync/ranking/sources';
import type { QueryTerm } from '../../../sync/text/query';
import { keyOf, readVisible, withTexts, type Database, type Person, type Row } from './read-documents';
import { timeSlices } from './slices';

/** most results with passages: a search may have a thousand results, of which a person reads the first ones only */
const WITH_PASSAGES = 100;

/** Reads at most `limit` of the ranked documents; those that the person does not see any more are left out. */
export async function readResults(
  db: Database,
  person: Person,
  ranked: readonly (Target & { score: number })[],
  terms: QueryTerm[],
  limit: number,
): Promise<SearchResult[]> {
  const breathe = timeSlices();
  const rows = await readVisible(db, person, ranked);
  const shown = ranked
    .filter((target) => isSearched(target.collection, rows.get(keyOf(target)) ?? {}) && rows.has(keyOf(target)))
    .slice(0, limit);
  const results: SearchResult[] = [];
  for await (const { targets, texts } of withTexts(db, person, shown, WITH_PASSAGES)) {
    for (const target of targets) {
      const row = rows.get(keyOf(target))!;
      const own = sourcesOf(target).flatMap((source) =>
        textsIn(source.collection, keyOf(source) === keyOf(target) ? row : texts.get(keyOf(source))),
      );
      results.push(resultOf(target, row, own, terms));
      await breathe();
    }
  }
  return results;
}

/** A text that cannot be decoded has none. */
function textsIn(collection: KindName, row: Row | undefined): SearchedText[] {
  if (!row) return [];
  try {
    return searchedTextsOf(collection, row);
  } catch {
    return [];
  }
}
