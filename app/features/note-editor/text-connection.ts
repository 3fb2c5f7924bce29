/**
 * Connects a note's Y.Doc in the page to its durable text in the replica.
 *
 *   typed ─► pending ──(at once, then at most every 100 ms; not during a composition)──► append ─► durable
 *               ▲                                                                           │
 *               └──────────── failed: kept, shown, retried after 1 s, 2 s … 30 s ◄──────────┘
 *   other tabs, other devices ─► held during a composition ─► applied to the Y.Doc
 *
 * `unsaved` is true from the first update that is not durable until append has resolved for all of them. An error drops
 * nothing: updates that could not be appended stay in `pending` and are merged into the next attempt.
 */
import * as Y from 'yjs';
import type { OpenText } from '../../../sync/engine/text/open-text';

/** Milliseconds between two appends during typing. */
export const BATCH_MS = 100;
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;

export type TextState =
  | { state: 'opening' }
  /** `recoveredAt`: when text was typed that an earlier run did not compact; 0 for none */
  | {
      state: 'open';
      writable: boolean;
      /** false: a new note without an edit does not exist yet */ exists: boolean;
      unsaved: boolean;
      error: { code: string } | null;
      recoveredAt: number;
    }
  | { state: 'failed'; error: { code: string } }
  | { state: 'closed' };

export interface TextConnectionParts {
  doc: Y.Doc;
  open: (onUpdate: (update: Uint8Array) => void) => Promise<OpenText>;
  /** creates the document before its first edit is saved (a new note); called once, again after a failure */
  prepare?: () => Promise<void>;
  /** true during a composition of an input method: updates are neither saved nor merged */
  composing?: () => boolean;
  later?: (ms: number, work: () => void) => () => void;
  /** milliseconds; performance.now by default */
  now?: () => number;
}

const codeOf = (error: unknown): { code: string } => ({
  code:
    error && typeof error === 'object' && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'UNKNOWN_ERROR',
});

const timer = (ms: number, work: () => void): (() => void) => {
  const id = setTimeout(work, ms);
  return () => clearTimeout(id);
};

export class TextConnection {
  private current: TextState = { state: 'opening' };
  private listeners = new Set<() => void>();
  private text: OpenText | null = null;
  private opening: Promise<void> | null = null;
  private pending: Uint8Array[] = [];
  private held: Uint8Array[] = [];
  private appending: Promise<void> | null = null;
  private cancelTimer: (() => void) | null = null;
  private failures = 0;
  private lastAt = -Infinity;
  private closed = false;
  private prepared = false;
  private isRenewing = false;
  /** how many times the databases were deleted: an answer that was requested before the last time counts no more */
  private renewals = 0;
  private readonly later: NonNullable<TextConnectionParts['later']>;
  private readonly now: () => number;

  constructor(private readonly parts: TextConnectionParts) {
    this.later = parts.later ?? timer;
    this.now = parts.now ?? (() => performance.now());
    parts.doc.on('update', this.onLocal);
  }

  readonly snapshot = (): TextState => this.current;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Opens the text. A note that does not exist yet is created and opened with its first edit. */
  async start(): Promise<void> {
    if (this.parts.prepare) {
      this.set({ state: 'open', writable: true, exists: false, unsaved: false, error: null, recoveredAt: 0 });
      return;
    }
    await this.connect();
  }

  /**
   * The databases were deleted, so the text is not durable any more: the whole text is saved into the reopened one.
   * Until then it counts as unsaved.
   */
  renew(): void {
    if (this.closed || this.current.state !== 'open' || !this.current.exists) return;
    this.renewals += 1;
    this.text = null;
    this.opening = null;
    this.prepared = true;
    this.isRenewing = true;
    this.pending = [Y.encodeStateAsUpdate(this.parts.doc)];
    this.failures = 0;
    this.mark({ unsaved: true, error: { code: 'DEVICE_STORAGE_DELETED' } });
    this.cancelTimer?.();
    this.cancelTimer = null;
    this.schedule();
  }

  /**
   * Saves pending updates now, because the page is hidden or a composition ended. Resolves when all are durable or the
   * attempt has failed.
   */
  async flush(): Promise<void> {
    this.applyHeld();
    if (this.appending) await this.appending;
    if (this.pending.length > 0) await this.append();
  }

  /** Resolves when the text is a document on this device; creates it where it is not. Throws when it cannot be opened. */
  async exists(): Promise<void> {
    if (!this.text) await this.connect();
    if (!this.text)
      throw Object.assign(new Error('not open'), {
        code: this.current.state === 'failed' ? this.current.error.code : 'NOTE_NOT_FOUND',
      });
  }

  /** Resolves when all typed text is durable and compacted; throws when it could not be saved. */
  async settle(): Promise<void> {
    await this.flush();
    if (this.current.state === 'open' && this.current.unsaved)
      throw Object.assign(new Error('unsaved'), { code: this.current.error?.code ?? 'UNKNOWN_ERROR' });
    await this.text?.compact();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    try {
      await this.flush();
    } finally {
      this.closed = true;
      this.cancelTimer?.();
      this.parts.doc.off('update', this.onLocal);
      const text = this.text;
      this.text = null;
      this.set({ state: 'closed' });
      if (text) {
        await text.compact().catch(() => undefined);
        await text.close().catch(() => undefined);
      }
    }
  }

  /** Applies updates that arrived during a composition. */
  applyHeld(): void {
    if (this.parts.composing?.()) return;
    const held = this.held;
    this.held = [];
    for (const update of held) Y.applyUpdate(this.parts.doc, update, this);
  }

  private connect(): Promise<void> {
    const { renewals } = this;
    this.opening ??= (async () => {
      try {
        if (!this.prepared) {
          await this.parts.prepare?.();
          this.prepared = true;
        }
        const text = await this.parts.open((update) => {
          this.held.push(update);
          this.applyHeld();
        });
        if (this.closed || this.renewals !== renewals) {
          await text.close();
          return;
        }
        this.text = text;
        Y.applyUpdate(this.parts.doc, text.state, this);
        const before = this.isRenewing && this.current.state === 'open' ? this.current : null;
        this.set({
          state: 'open',
          writable: text.writable || (before?.writable ?? false),
          exists: true,
          unsaved: this.pending.length > 0 || this.appending !== null,
          error: before?.error ?? null,
          recoveredAt: text.recoveredAt ?? 0,
        });
      } catch (error) {
        if (this.renewals === renewals) this.opening = null;
        if (this.parts.prepare || this.isRenewing) throw error;
        this.set({ state: 'failed', error: codeOf(error) });
      }
    })();
    return this.opening;
  }

  private readonly onLocal = (update: Uint8Array, origin: unknown): void => {
    if (origin === this || this.closed) return;
    this.pending.push(update);
    this.mark({ unsaved: true });
    this.schedule();
  };

  private schedule(): void {
    if (this.appending || this.cancelTimer) return;
    const wait =
      this.failures > 0
        ? Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (this.failures - 1))
        : Math.max(0, this.lastAt + BATCH_MS - this.now());
    this.cancelTimer = this.later(wait, () => {
      this.cancelTimer = null;
      if (this.parts.composing?.()) {
        this.schedule();
        return;
      }
      void this.append();
    });
  }

  private append(): Promise<void> {
    if (this.appending) return this.appending;
    this.cancelTimer?.();
    this.cancelTimer = null;
    const batch = this.pending;
    this.pending = [];
    this.lastAt = this.now();
    const run = async (): Promise<void> => {
      try {
        if (!this.text) await this.connect();
        if (!this.text)
          throw Object.assign(new Error('not open'), {
            code: this.current.state === 'failed' ? this.current.error.code : 'UNKNOWN_ERROR',
          });
        const { text } = this;
        await text.append(batch.length === 1 ? batch[0]! : Y.mergeUpdates(batch));
        // saved into databases that were deleted meanwhile: the whole text is pending
        if (this.text !== text) return;
        this.failures = 0;
        this.isRenewing = false;
        this.mark({ unsaved: this.pending.length > 0, error: null });
      } catch (error) {
        this.pending = [...batch, ...this.pending];
        this.failures += 1;
        // the text arrives with the first sync: until then the reason is still that it was deleted
        this.mark(this.isRenewing ? { unsaved: true } : { unsaved: true, error: codeOf(error) });
      } finally {
        this.appending = null;
        if (this.pending.length > 0 && !this.closed) this.schedule();
      }
    };
    this.appending = run();
    return this.appending;
  }

  private mark(change: { unsaved: boolean; error?: { code: string } | null }): void {
    if (this.current.state !== 'open') return;
    if (
      this.current.unsaved === change.unsaved &&
      (change.error === undefined || change.error?.code === this.current.error?.code)
    )
      return;
    this.set({ ...this.current, ...change });
  }

  private set(state: TextState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}
