/** An editor's handle of a text in the replica. All states and updates are Yjs v1 bytes. */
export interface OpenText {
  /** state of the document with all typing on this device */
  state: Uint8Array;
  /**
   * whether the text could be written when it was opened; false: read-only, or the text is not available offline. The
   * live query `writable` follows
   */
  writable: boolean;
  /** milliseconds: time of the latest typing in `state` that an earlier run did not compact (a crash); 0 for none */
  recoveredAt?: number;
  /**
   * Saves an update; resolves when it is durable on this device. Throws NOTE_NOT_FOUND while the text is not available
   * offline.
   */
  append(update: Uint8Array): Promise<void>;
  /** Compacts the update log into the replica now (the editor closes, the page hides). */
  compact(): Promise<void>;
  close(): Promise<void>;
}
