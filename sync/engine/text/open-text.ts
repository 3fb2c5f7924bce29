/** An editor's handle of a text in the replica. All states and updates are Yjs v1 bytes. */
export interface OpenText {
  /** state of the document with all typing on this device */
  state: Uint8Array;
  /**
   * whether the text could be written when it was opened; false if it is read-only or not available offline. The live
   * query `writable` reports changes
   */
  writable: boolean;
  /**
   * time (milliseconds) of the latest typing in `state` that an earlier run did not compact, as after a crash; 0: none
   */
  recoveredAt?: number;
  /**
   * Saves an update; resolves when it is durable on this device. Throws DEVICE_TEXT_MISSING while the text is not
   * available offline.
   */
  append(update: Uint8Array): Promise<void>;
  /** Compacts the update log into the replica now, as when the editor closes or the page is hidden. */
  compact(): Promise<void>;
  close(): Promise<void>;
}
