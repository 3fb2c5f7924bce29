/** Lists of the server that this device stores. */

export type StoredServerList = 'tasks' | 'trash' | 'history';

export interface StoredAnswerCommands {
  /**
   * stores the newest rows of a list as reported by the server (`at`: when), to show it offline; `id`: the project of a
   * history
   */
  'answer.store': { input: { list: StoredServerList; id?: string; at: number; rows: unknown[] }; output: null };
  'answer.last': { input: { list: StoredServerList; id?: string }; output: { at: number; rows: unknown[] } | null };
}
