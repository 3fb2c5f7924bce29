/** Drafts of fields that cannot be saved. */

export interface DraftCommands {
  /** stores the draft of a field with an invalid value (such as a title that is too long); null removes it */
  'draft.keep': { input: { id: string; text: string | null }; output: null };
  'draft.read': { input: { id: string }; output: { text: string | null } };
}
