/** Commands for the terms of the organization; every member may change them. */
import { newId, spaceOf } from '../../../model/ids';
import type { Term } from '../../../model/kinds/terms';
import { LIMITS } from '../../../model/limits';
import { CallError } from '../../../protocol/errors';
import type { TermRow } from '../../../terms/csv';
import { termKey } from '../../../terms/key';
import { allowed, checkedFields, create, type CommandContext, type Handlers } from './context';

/** The validated fields; a reading equal to the term is removed. Throws PARAM_ERROR. */
function checkedRow({ term, definition, reading }: TermRow): TermRow {
  const checked = checkedFields('terms', { term, definition, reading }) as TermRow;
  return { ...checked, reading: termKey(checked.reading) === termKey(checked.term) ? '' : checked.reading };
}

const termsOf = async (context: CommandContext): Promise<Term[]> => context.documents.find('terms', {});

/** A new term is also a duplicate if it is spelled like the reading of another (さくらい, 桜井). */
const keysOf = ({ term, reading = '' }: Pick<Term, 'term' | 'reading'>): string[] =>
  reading === '' ? [termKey(term)] : [termKey(term), termKey(reading)];

const createTerm = async (context: CommandContext, row: TermRow): Promise<string> => {
  const id = newId(context.clock.now());
  await create(context, 'terms', 'contributor', {
    ...row,
    id,
    space: spaceOf('company', context.account.companyId),
    matchCount: 0,
    source: 'MANUAL',
    creatorId: context.account.userId,
    createdAt: context.clock.now(),
  });
  return id;
};

export const termCommands: Handlers<'term'> = {
  async 'term.save'(context, { id, ...row }) {
    const checked = checkedRow(row);
    if (id !== undefined) await allowed(context, 'terms', id, 'update');
    const all = await termsOf(context);
    const key = termKey(checked.term);
    const same = all.find((other) => other.id !== id && keysOf(other).includes(key));
    if (same) throw new CallError('TERM_DUPLICATED', { params: { id: same.id, term: same.term } });
    if (id !== undefined) {
      await context.documents.change('terms', id, () => ({ ...checked }));
      return { id };
    }
    if (all.length >= LIMITS.terms) throw new CallError('TERM_LIMIT_REACHED', { params: { max: LIMITS.terms } });
    return { id: await createTerm(context, checked) };
  },

  async 'term.delete'(context, { ids }) {
    for (const id of ids) await allowed(context, 'terms', id, 'delete');
    await context.documents.remove('terms', ids);
    return null;
  },

  async 'term.import'(context, { rows }) {
    const all = await termsOf(context);
    const keys = new Set(all.flatMap(keysOf));
    let [added, duplicates, invalid] = [0, 0, 0];
    for (const row of rows) {
      let checked: TermRow;
      try {
        checked = checkedRow(row);
      } catch {
        invalid += 1;
        continue;
      }
      if (keys.has(termKey(checked.term))) duplicates += 1;
      else if (all.length + added >= LIMITS.terms) invalid += 1;
      else {
        await createTerm(context, checked);
        for (const key of keysOf(checked)) keys.add(key);
        added += 1;
      }
    }
    return { added, duplicates, invalid };
  },
};
