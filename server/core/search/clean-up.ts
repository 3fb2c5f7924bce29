/** Deletes words that no text contains any more: words of deleted documents must not stay in the dictionary. */
import type { Platform } from '../../platform/context';
import { storePosition, withLease, type Lease } from './lease';
import { lexemePrefix } from './lexemes';

type Parts = Pick<Platform, 'query' | 'clock'>;

/** words of one statement */
const WORDS = 500;

/** Runs nightly. A company whose index is being written is left for the next night. */
export async function cleanUpIndex(parts: Parts, words = WORDS): Promise<void> {
  const { rows } = await parts.query<{ company_id: string }>({
    text: 'select company_id from search_company where cleaned_seq < seq',
  });
  for (const { company_id } of rows) await withLease(parts, company_id, (lease) => cleanUp(parts, lease, words));
}

async function cleanUp(parts: Parts, lease: Lease, words: number): Promise<void> {
  const { companyNo } = lease;
  for (let after: string | null = ''; after !== null;) {
    after = await forgetWords(parts, companyNo, after, words);
    await storePosition(parts, lease);
  }
  await parts.query({
    text: `delete from search_document d where company_no = $1
      and not exists (select 1 from search_source s where s.document_no = d.no)`,
    values: [companyNo],
  });
  await parts.query({ text: 'update search_company set cleaned_seq = seq where no = $1', values: [companyNo] });
}

/** The last word of the page; null: there is none. */
async function forgetWords(parts: Parts, companyNo: number, after: string, words: number): Promise<string | null> {
  const { rows } = await parts.query<{ last: string | null }>({
    name: 'search_forget_words',
    text: `
      with page as (
        select word from search_word where company_no = $1 and word > $2 collate "C" order by word limit $4
      ), gone as (
        delete from search_word w using page p where w.company_no = $1 and w.word = p.word and not exists (
          select 1 from search_text t
          where t.words @@ ('''' || replace(replace($3 || p.word, '\\', '\\\\'), '''', '''''') || '''')::tsquery)
      )
      select max(word) as last from page`,
    values: [companyNo, after, lexemePrefix(companyNo), words],
  });
  return rows[0]!.last;
}
