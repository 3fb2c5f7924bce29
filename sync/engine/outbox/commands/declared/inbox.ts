/** Conflicts and rejected changes. */

export interface InboxCommands {
  'conflict.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` writes the change again, `copy` creates an own document with the content, `drop` deletes the change */
  'rejectedChange.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
}
