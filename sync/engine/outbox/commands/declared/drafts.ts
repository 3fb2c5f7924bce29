/** Drafts of fields that cannot be saved as they are. */

export interface DraftCommands {
  /** stores the draft of a field that cannot be saved as it is (such as a title that is too long); null removes it */
  'draft.keep': { input: { id: string; text: string | null }; output: null };
  'draft.read': { input: { id: string }; output: { text: string | null } };
}
