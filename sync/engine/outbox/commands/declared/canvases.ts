/** Canvases. */

export interface CanvasCommands {
  /**
   * Creates a document from an answer, next to its chat. `state`: its text as a Yjs state; `turnId`: the question of
   * the answer, or the id of a report. Throws CHAT_NOT_FOUND, NO_PERMISSION, NOTE_TITLE_TOO_LONG
   */
  'canvas.create': { input: { turnId: string; title: string; state: Uint8Array }; output: { id: string } };
  'canvas.rename': { input: { id: string; title: string }; output: null };
  /** publishes or withdraws its public page */
  'canvas.publish': { input: { id: string; isPublic: boolean }; output: null };
  'canvas.delete': { input: { id: string }; output: null };
}
