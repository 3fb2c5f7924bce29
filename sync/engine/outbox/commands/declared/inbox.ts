/** Conflicts, rejected changes and the outbox. */

export interface InboxCommands {
  'conflict.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` writes it again, `copy` creates a document of one's own with the content, `drop` deletes it */
  'rejectedChange.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /** asks the server whether it has the subject of an outbox row or rejected change; `unknown`: it cannot be asked */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
}
