/** Terms of the organization. */
import type { TermRow } from '../../../../terms/csv';

export interface TermCommands {
  /**
   * Creates a term of the organization, or with `id` changes one. Throws TERM_DUPLICATED (`id`, `term`: of the term
   * that is there), PARAM_ERROR with the field
   */
  'term.save': { input: TermRow & { id?: string }; output: { id: string } };
  'term.delete': { input: { ids: string[] }; output: null };
  /** Creates the terms that are not there yet. Duplicates, also within the rows, and invalid rows are left out. */
  'term.import': { input: { rows: TermRow[] }; output: { added: number; duplicates: number; invalid: number } };
}
