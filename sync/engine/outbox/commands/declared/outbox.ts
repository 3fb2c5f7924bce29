/** Rows of the outbox. */

export interface OutboxCommands {
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /** asks the server whether it has the subject of an outbox row or rejected change; `unknown`: it cannot be asked */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
}
