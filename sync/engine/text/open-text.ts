/** An editor's line to the replica. All states and updates are Yjs v1 bytes. */
export interface OpenText {
  /** the document's state with everything typed on this device */
  state: Uint8Array;
  /** as it was when the text was opened; false: read-only mode, or the text is not here yet. The live query `writable` follows */
  writable: boolean;
  /** milliseconds: when the newest text was typed that an earlier run had not folded (a crash) and that is in `state` again; 0 for none */
  recoveredAt?: number;
  /** Saves an update; resolves when it is durable on this device. Throws NOTE_NOT_FOUND while the text is not here. */
  append(update: Uint8Array): Promise<void>;
  /** Folds what was typed into the replica now (the editor closes, the page hides). */
  fold(): Promise<void>;
  close(): Promise<void>;
}
