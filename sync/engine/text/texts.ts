/**
 * Open texts. Each is one Y.Doc in this worker, updated by editors of this tab, other tabs (broadcast) and the server
 * (replica). An editor receives every update except its own.
 *
 *   editor ──append─┬► other tabs, immediately
 *                   └► update log (durable) ──► Y.Doc ──► other editors, readers; other browsers by live updates
 *                                  │                                              (./live-updates.ts)
 *                                  └─ 2 s after the first update, close, hidden ──► compact ──► replica ──► server
 *   server ──► replica ──► Y.Doc ──► editors
 *     └─ live updates ──► leader ──► all tabs ──┘   like updates of other tabs: possibly in no log yet, so logged as
 *                                                   dependencies of the next update typed here
 */
import { distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import * as Y from 'yjs';
import { CallError } from '../../protocol/errors';
import { exceedsClocks } from '../../merge/clocks';
import { levelIn, nestsTooDeeply } from '../../merge/depth';
import { fromBase64 } from '../../merge/yjs';
import type { OpenText } from './open-text';
import type { Channel, OpenChannel } from '../storage/broadcast';
import { isQuotaError } from '../storage/quota';
import type { Replica } from '../storage/replica-database';
import { mayWrite } from './access';
import { compactText, compactAll, applyBytes, typedState, type TextStores } from './compact';
import { bufferRemoteUpdate, appendToLog, wholeText, type LoggedText } from './update-log';

/** milliseconds from the first logged update to compaction, which also runs during continuous typing */
const COMPACT_DELAY_MS = 2_000;

/** most bytes of live updates with missing dependencies; larger ones are left to replication */
const PENDING_STRUCTS_MAX = 256 * 1024;

type Update = { contentId: string; update: Uint8Array };

export interface TextEvents {
  storageFull(): void;
  error(error: unknown): void;
  /** an update typed here is durable */
  typed(contentId: string, update: Uint8Array): void;
  /** a text was opened in this tab, or closed by its last editor */
  openChanged(contentId: string, open: boolean): void;
}

interface Opened extends LoggedText {
  /** whether the text was available at some time since it was opened */
  isAvailable: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  replica: Subscription;
  /** serialises appends: each one is logged together with the updates before it */
  tail: Promise<unknown>;
  /** releases the lock that tells other tabs that the text is open here */
  release: () => void;
}

/**
 * Whether an update from elsewhere can be decoded and has clocks and a depth that the server accepts. It is logged as a
 * dependency of the next update typed here.
 */
function isWellFormed(update: Uint8Array, doc: Y.Doc): boolean {
  try {
    const decoded = Y.decodeUpdate(update);
    return !exceedsClocks(decoded) && !nestsTooDeeply(decoded, levelIn(doc));
  } catch {
    return false;
  }
}

export class Texts {
  private readonly open = new Map<string, Promise<Opened>>();
  /** the resolved entries of `open` */
  private readonly opened = new Map<string, Opened>();
  private readonly channel: Channel<Update>;
  /** number of editors and readers in this tab, by content; the last one closes the text */
  private readonly users = new Map<string, number>();
  /** time of typing that an earlier run did not compact, by content; reported to the next editor only */
  private readonly recovered = new Map<string, number>();
  private erased = false;

  constructor(
    private readonly stores: TextStores,
    private readonly replica: Replica,
    openChannel: OpenChannel,
    private readonly events: TextEvents,
  ) {
    this.channel = openChannel<Update>(`satchel-updates:${stores.scope}`, (update) => this.applyToOpenText(update));
  }

  /** Applies a live update from another browser in all tabs. */
  applyLiveUpdate(update: Update): void {
    this.channel.post(update);
    this.applyToOpenText(update);
  }

  /** Ids of the texts that are open in any tab. */
  async openAnywhere(): Promise<string[]> {
    const prefix = this.openLock('');
    return ((await this.stores.locks.query()).held ?? []).flatMap(({ name }) =>
      name?.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  }

  /** Compacts logs left by a crash. Texts that are open in another tab do not count as recovered. */
  async recover(): Promise<void> {
    const held = new Set(((await this.stores.locks.query()).held ?? []).map((lock) => lock.name));
    await this.stores.device.updates.rows.each(({ contentId, at }) => {
      if (!held.has(this.openLock(contentId)))
        this.recovered.set(contentId, Math.max(at, this.recovered.get(contentId) ?? 0));
    });
    await this.compactLogs();
  }

  /** Compacts the logs of all tabs, as a tab may have ended before its compaction. */
  async compactLogs(): Promise<void> {
    await compactAll(this.stores, (error) => this.events.error(error));
  }

  private openLock(contentId: string): string {
    return `satchel-text:${this.stores.scope}:${contentId}`;
  }

  async openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText> {
    const { opening, release } = this.acquire(contentId);
    let opened: Opened;
    let isAvailable: boolean;
    try {
      opened = await opening;
      this.opened.set(contentId, opened);
      isAvailable = await this.isAvailable(contentId, opened);
    } catch (error) {
      release();
      throw error;
    }
    const editor = Symbol(contentId);
    const deliver = (update: Uint8Array, origin: unknown): void => {
      if (origin !== editor) onUpdate(update);
    };
    // Read the state and attach the listener synchronously, so that no update is missed in between.
    const state = wholeText(opened.doc);
    opened.doc.on('update', deliver);
    let closed = false;
    const recoveredAt = this.recovered.get(contentId) ?? 0;
    this.recovered.delete(contentId);
    return {
      state,
      recoveredAt,
      writable: isAvailable && (await mayWrite(this.stores, contentId)) === true,
      append: async (update) => {
        if (closed) throw new CallError('NOTE_EDIT_DENIED', { message: 'the text is closed' });
        await this.append(contentId, opened, editor, update);
      },
      compact: () => this.compactNow(contentId, opened),
      close: async () => {
        if (closed) return;
        closed = true;
        opened.doc.off('update', deliver);
        try {
          await this.compactNow(contentId, opened);
        } finally {
          release();
        }
      },
    };
  }

  /**
   * Counts the changes of a text for a reader: typed in a tab, received live or replicated. While the observable has a
   * subscriber, the text is open, so this browser receives its live updates.
   */
  changes(contentId: string): Observable<number> {
    return new Observable((subscriber) => {
      const { opening, release } = this.acquire(contentId);
      let count = 0;
      const changed = (): void => subscriber.next((count += 1));
      subscriber.next(count);
      const following = opening.then(async (opened) => {
        this.opened.set(contentId, opened);
        opened.doc.on('update', changed);
        if (subscriber.closed) opened.doc.off('update', changed);
        else if (await this.isAvailable(contentId, opened)) changed();
      });
      // without an open text, the reader shows the stored state
      following.catch((error: unknown) => this.events.error(error));
      return () => {
        opening.then(
          ({ doc }) => doc.off('update', changed),
          () => undefined,
        );
        release();
      };
    });
  }

  /** Opens a text in this tab, or adds a user of the open text, until `release`. */
  private acquire(contentId: string): { opening: Promise<Opened>; release: () => void } {
    this.users.set(contentId, (this.users.get(contentId) ?? 0) + 1);
    const opening = this.open.get(contentId) ?? this.start(contentId);
    this.open.set(contentId, opening);
    // let the next user open the text again, even if a reader of the failed attempt remains
    opening.catch(() => {
      if (this.open.get(contentId) === opening) this.open.delete(contentId);
    });
    return {
      opening,
      release: () => {
        const left = this.users.get(contentId)! - 1;
        if (left > 0) {
          this.users.set(contentId, left);
          return;
        }
        this.users.delete(contentId);
        const last = this.open.get(contentId);
        last?.then(
          (opened) => {
            if (!this.users.has(contentId) && this.open.get(contentId) === last) this.stop(contentId, opened);
          },
          () => undefined,
        );
      },
    };
  }

  /**
   * State of a text. If it is open in this tab, the state includes live updates that neither the log nor the replica
   * has; otherwise it is the stored state with the update log.
   */
  async state(contentId: string): Promise<Uint8Array> {
    const opened = this.opened.get(contentId);
    if (opened?.isAvailable) return wholeText(opened.doc);
    return Y.encodeStateAsUpdate(await typedState(this.stores, contentId));
  }

  /**
   * Open texts from memory, for when storage can no longer be read. Texts that are still opening are not included.
   */
  inMemory(): { contentId: string; state: Uint8Array }[] {
    return [...this.opened].map(([contentId, { doc }]) => ({ contentId, state: wholeText(doc) }));
  }

  /** Compacts all open texts when the page is hidden. */
  async compactOpen(): Promise<void> {
    await Promise.all([...this.open].map(async ([id, opening]) => this.compactNow(id, await opening)));
  }

  /** Closes all texts. With `erase` nothing is compacted, as the data is about to be deleted. */
  async close({ erase = false }: { erase?: boolean } = {}): Promise<void> {
    this.erased = erase;
    if (!erase) await this.compactOpen();
    for (const [id, opening] of [...this.open]) this.stop(id, await opening);
    this.channel.close();
  }

  private async start(contentId: string): Promise<Opened> {
    const doc = await typedState(this.stores, contentId);
    const opened: Omit<Opened, 'replica'> = {
      doc,
      unloggedUpdates: [],
      isAvailable: false,
      timer: undefined,
      tail: Promise.resolve(),
      release: this.holdLock(contentId),
    };
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'replica' || origin === 'live') bufferRemoteUpdate(opened, update);
    });
    const replica = this.replica
      .kind('noteContents')
      .one$(contentId)
      .pipe(
        map((content) => content?.['state']),
        // each push and each pull writes the row, and the query emits it, mostly with an unchanged state
        distinctUntilChanged(),
      )
      .subscribe((state) => {
        if (typeof state === 'string' && state !== '' && !applyBytes(doc, () => fromBase64(state), 'replica'))
          this.stores.damaged(contentId);
      });
    return Object.assign(opened, { replica });
  }

  /**
   * Whether the text is available and therefore in the doc. A text that was available may have been deleted since;
   * typing into it is still saved.
   */
  private async isAvailable(contentId: string, opened: Opened): Promise<boolean> {
    if (opened.isAvailable) return true;
    if ((await mayWrite(this.stores, contentId)) === null) return false;
    // The observable may lag behind the storage.
    const content = await this.stores.documents.get('noteContents', contentId);
    if (content?.state && !applyBytes(opened.doc, () => fromBase64(content.state), 'replica'))
      this.stores.damaged(contentId);
    opened.isAvailable = true;
    return true;
  }

  /** Holds the text's lock until the returned function is called or the tab ends. */
  private holdLock(contentId: string): () => void {
    const waiting = new AbortController();
    let release = (): void => waiting.abort();
    const held = this.stores.locks.request(
      this.openLock(contentId),
      { mode: 'shared', signal: waiting.signal },
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
          this.events.openChanged(contentId, true);
        }),
    );
    held.then(
      () => this.events.openChanged(contentId, false),
      () => undefined,
    );
    return () => release();
  }

  private stop(contentId: string, opened: Opened): void {
    opened.release();
    clearTimeout(opened.timer);
    opened.replica.unsubscribe();
    opened.doc.destroy();
    this.open.delete(contentId);
    this.opened.delete(contentId);
  }

  /** Updates that cannot be decoded are ignored; updates with missing dependencies wait in the doc. */
  private applyToOpenText({ contentId, update }: Update): void {
    this.open.get(contentId)?.then(
      ({ doc }) => {
        if (!isWellFormed(update, doc)) return;
        applyBytes(doc, () => update, 'live');
        if ((doc.store.pendingStructs?.update.byteLength ?? 0) > PENDING_STRUCTS_MAX) doc.store.pendingStructs = null;
      },
      // the opener of the text receives the error
      () => undefined,
    );
  }

  private async append(contentId: string, opened: Opened, editor: symbol, update: Uint8Array): Promise<void> {
    if (!opened.isAvailable && !(await this.isAvailable(contentId, opened))) throw new CallError('DEVICE_TEXT_MISSING');
    this.channel.post({ contentId, update });
    const done = opened.tail.then(() => this.appendNow(contentId, opened, editor, update));
    opened.tail = done.catch(() => {});
    await done;
  }

  private async appendNow(contentId: string, opened: Opened, editor: symbol, update: Uint8Array): Promise<void> {
    try {
      await appendToLog(this.stores.device, contentId, opened, update, this.stores.clock.now());
    } catch (cause) {
      if (!isQuotaError(cause)) throw cause;
      this.events.storageFull();
      throw new CallError('DEVICE_STORAGE_FULL', { cause });
    }
    Y.applyUpdate(opened.doc, update, editor);
    this.events.typed(contentId, update);
    opened.timer ??= setTimeout(() => {
      this.compactNow(contentId, opened).catch((error: unknown) => {
        if (!this.erased) this.events.error(error);
      });
    }, COMPACT_DELAY_MS);
  }

  private async compactNow(contentId: string, opened: Opened): Promise<void> {
    clearTimeout(opened.timer);
    opened.timer = undefined;
    await compactText(this.stores, contentId);
  }
}
