/** Sync states of items and rows of the outbox, as shown by the page. */
/** Sync state of an item: one of the three badges, or that it needs attention. */
export type SyncState = 'onDevice' | 'onServer' | 'processed' | 'attention';

/** The error of the last attempt. */
export interface LastError {
  code: string;
  message: string;
  /** placeholders of the code's text */
  params?: Record<string, string | number>;
  at: number;
}

/** One row of the outbox page. */
export interface OutboxRow {
  id: string;
  kind: 'document' | 'text' | 'call' | 'recording' | 'image' | 'file';
  /** title of the item, or name of the meeting */
  title: string;
  /** `<collection>/<id>` of the document that it changes or concerns; '' for none */
  about: string;
  /** a key of `outbox.kind` texts, e.g. `note`, `project`, `recording` */
  label: string;
  /** bytes; 0 if not applicable */
  size: number;
  sent: number;
  attempts: number;
  lastError: LastError | null;
  nextTryAt: number;
  since: number;
  /** `local` waits for the person and is not sent; `recovered` is being finished */
  state: 'waiting' | 'running' | 'attention' | 'recovered' | 'local';
  /** milliseconds of sound; 0 for other kinds */
  durationMs: number;
  /** path within this app; '' for none */
  link: string;
  can: { retry: boolean; drop: boolean; saveToFile: boolean };
}
