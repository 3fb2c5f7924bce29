/** Canvases. */

export interface CanvasCommands {
  /**
   * Makes a document of an answer, beside its chat. `state`: its text, a Yjs state; `turnId`: the question whose answer
   * it is made from, or the id of a report. Throws CHAT_NOT_FOUND, NO_PERMISSION, NOTE_TITLE_TOO_LONG
   */
  'canvas.create': { input: { turnId: string; title: string; state: Uint8Array }; output: { id: string } };
  'canvas.rename': { input: { id: string; title: string }; output: null };
  /** opens or closes its public page */
  'canvas.publish': { input: { id: string; isPublic: boolean }; output: null };
  'canvas.delete': { input: { id: string }; output: null };
}
