/** Conflicts and rejected changes. */

export interface InboxCommands {
  'conflict.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` writes it again, `copy` creates a document of one's own with the content, `drop` deletes it */
  'rejectedChange.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
}
