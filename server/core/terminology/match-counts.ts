/** Counts how often transcripts say the terms of an organization. */
import { spaceOf } from '../../../sync/model/ids';
import { countMatches } from '../../../sync/terms/matches';
import type { SyncTransaction } from '../../sync/store';

/** Adds the occurrences in newly recognised texts to the terms. */
export async function countMatchesOfTerms(tx: SyncTransaction, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const terms = await tx.list('terms', { space: spaceOf('company', tx.companyId) });
  const counts = countMatches(terms, texts);
  for (const { id, matchCount } of terms) {
    const more = counts.get(id);
    if (more !== undefined) await tx.put('terms', id, { matchCount: matchCount + more });
  }
}
