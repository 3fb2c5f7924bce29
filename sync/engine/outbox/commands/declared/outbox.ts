/** Rows of the outbox. */

export interface OutboxCommands {
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /**
   * asks the server whether it has the document of an outbox row or rejected change; `unknown`: it cannot be determined
   */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
}
