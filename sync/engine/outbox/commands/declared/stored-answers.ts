/** Lists of the server that this device stores. */

/** Lists of the server that this device stores. */
export type AnsweredList = 'tasks' | 'trash' | 'history';

export interface StoredAnswerCommands {
  /**
   * stores the newest rows of a list that the server has reported (`at`: when), to show it without a connection; `id`: of the
   * project, for its history
   */
  'answer.store': { input: { list: AnsweredList; id?: string; at: number; rows: unknown[] }; output: null };
  'answer.last': { input: { list: AnsweredList; id?: string }; output: { at: number; rows: unknown[] } | null };
}
