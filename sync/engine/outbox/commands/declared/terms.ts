/** Terms of the organization. */
import type { TermRow } from '../../../../terms/csv';

export interface TermCommands {
  /**
   * Creates a term of the organization, or with `id` changes one. Throws TERM_DUPLICATED (`id`, `term`: of the existing
   * term), PARAM_ERROR with the field
   */
  'term.save': { input: TermRow & { id?: string }; output: { id: string } };
  'term.delete': { input: { ids: string[] }; output: null };
  /** Creates missing terms. Skips duplicates, also within the rows, and invalid rows. */
  'term.import': { input: { rows: TermRow[] }; output: { added: number; duplicates: number; invalid: number } };
}
