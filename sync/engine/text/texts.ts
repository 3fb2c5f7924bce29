/**
 * Open texts. Each is one Y.Doc in this worker, fed by editors of this tab, by other tabs (broadcast) and by the server (the replica);
 * whatever an editor has not typed itself is delivered to it.
 *
 *   editor ──append─┬► other tabs, at once
 *                   └► updates (durable) ──► Y.Doc ──► other editors; other browsers by letters (./letters.ts)
 *                                  └─ 2 s after the first letter, close, hidden ──► fold ──► replica ──► server
 *   server ──► replica ──► Y.Doc ──► editors
 *     └─ letters ──► leader ──► all tabs ──┘   as what comes from other tabs: perhaps in no log yet, so causes of what is typed here next
 */
import type { Subscription } from 'rxjs';
import * as Y from 'yjs';
import { CallError } from '../../protocol/errors';
import { levelIn, nestsTooDeeply } from '../../merge/depth';
import { fromBase64 } from '../../merge/yjs';
import type { OpenText } from './open-text';
import type { Channel, OpenChannel } from '../storage/broadcast';
import { isQuotaError } from '../storage/quota';
import type { Replica } from '../storage/replica-database';
import type { StoredFields } from '../storage/stored';
import { mayWrite } from './access';
import { compactText, compactAll, takeIn, typedState, type TextStores } from './compact';
import { cameFromElsewhere, appendToLog, wholeText, type LoggedText } from './update-log';

/** milliseconds from the first letter that is not folded to the fold: whoever types on and on is read meanwhile */
const FOLD_MS = 2_000;

/** bytes of letters that wait for what they follow; beyond, they come by replication */
const EARLY_MAX = 256 * 1024;

type Update = { contentId: string; update: Uint8Array };

export interface TextEvents {
  storageFull(): void;
  error(error: unknown): void;
  /** something typed here is durable */
  typed(contentId: string, update: Uint8Array): void;
  /** a text was opened in this tab, or none has it open here any more */
  openChanged(contentId: string, open: boolean): void;
}

interface Opened extends LoggedText {
  editors: Set<symbol>;
  /** the text was here at some time since it was opened */
  isHere: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  replica: Subscription;
  /** appends go one after another: each is logged with what was there before it */
  tail: Promise<unknown>;
  /** tells other tabs that the text is open here */
  release: () => void;
}

/** Whether an update of somebody else can be read, and nests no deeper than the server takes: it would be part of what is typed here next. */
function isWellNested(update: Uint8Array, doc: Y.Doc): boolean {
  try {
    return !nestsTooDeeply(update, levelIn(doc));
  } catch {
    return false;
  }
}

export class Texts {
  private readonly open = new Map<string, Promise<Opened>>();
  /** those of `open` that are */
  private readonly opened = new Map<string, Opened>();
  private readonly channel: Channel<Update>;
  /** when text was typed that an earlier run did not fold, by content; told once to whoever opens it */
  private readonly recovered = new Map<string, number>();
  private erased = false;

  constructor(
    private readonly stores: TextStores,
    private readonly replica: Replica,
    openChannel: OpenChannel,
    private readonly events: TextEvents,
  ) {
    // not the name it had where only what was logged was told
    this.channel = openChannel<Update>(`satchel-letters:${stores.scope}`, (letters) => this.takeLetters(letters));
  }

  /** Takes in what somebody types in another browser, for all tabs. */
  hear(letters: Update): void {
    this.channel.post(letters);
    this.takeLetters(letters);
  }

  /** Ids of the texts that are open in any tab. */
  async openAnywhere(): Promise<string[]> {
    const prefix = this.openLock('');
    return ((await this.stores.locks.query()).held ?? []).flatMap(({ name }) =>
      name?.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  }

  /** Folds what a crash left. Texts that another tab has open are being typed, not recovered. */
  async recover(): Promise<void> {
    const held = new Set(((await this.stores.locks.query()).held ?? []).map((lock) => lock.name));
    await this.stores.device.updates.rows.each(({ contentId, at }) => {
      if (!held.has(this.openLock(contentId)))
        this.recovered.set(contentId, Math.max(at, this.recovered.get(contentId) ?? 0));
    });
    await this.foldLeft();
  }

  /** Folds whatever is typed and not folded, in whichever tab: one of them may be gone. */
  async foldLeft(): Promise<void> {
    await compactAll(this.stores, (error) => this.events.error(error));
  }

  private openLock(contentId: string): string {
    return `satchel-text:${this.stores.scope}:${contentId}`;
  }

  async openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText> {
    const opening = this.open.get(contentId) ?? this.start(contentId);
    this.open.set(contentId, opening);
    const opened = await opening;
    this.opened.set(contentId, opened);
    const isHere = await this.isHere(contentId, opened);
    const editor = Symbol(contentId);
    opened.editors.add(editor);
    const deliver = (update: Uint8Array, origin: unknown): void => {
      if (origin !== editor) onUpdate(update);
    };
    // the state and the listener in one step: nothing falls between
    const state = wholeText(opened.doc);
    opened.doc.on('update', deliver);
    let closed = false;
    const recoveredAt = this.recovered.get(contentId) ?? 0;
    this.recovered.delete(contentId);
    return {
      state,
      recoveredAt,
      writable: isHere && (await mayWrite(this.stores, contentId)) === true,
      append: async (update) => {
        if (closed) throw new CallError('NOTE_EDIT_DENIED', { message: 'the text is closed' });
        await this.append(contentId, opened, editor, update);
      },
      fold: () => this.foldNow(contentId, opened),
      close: async () => {
        if (closed) return;
        closed = true;
        opened.doc.off('update', deliver);
        opened.editors.delete(editor);
        await this.foldNow(contentId, opened);
        if (opened.editors.size === 0 && this.open.get(contentId) === opening) this.stop(contentId, opened);
      },
    };
  }

  /** The state of a text as this device has it. */
  async state(contentId: string): Promise<Uint8Array> {
    return Y.encodeStateAsUpdate(await typedState(this.stores, contentId));
  }

  /** The open texts as they are in memory, for when nothing can be read any more. Those being opened are not among them. */
  inMemory(): { contentId: string; state: Uint8Array }[] {
    return [...this.opened].map(([contentId, { doc }]) => ({ contentId, state: wholeText(doc) }));
  }

  /** Folds all open texts: the page hides. */
  async foldOpen(): Promise<void> {
    await Promise.all([...this.open].map(async ([id, opening]) => this.foldNow(id, await opening)));
  }

  /** Lets go of all texts. With `erase` nothing is folded: the data is about to go. */
  async close({ erase = false }: { erase?: boolean } = {}): Promise<void> {
    this.erased = erase;
    if (!erase) await this.foldOpen();
    for (const [id, opening] of [...this.open]) this.stop(id, await opening);
    this.channel.close();
  }

  private async start(contentId: string): Promise<Opened> {
    const doc = await typedState(this.stores, contentId);
    const opened: Omit<Opened, 'replica'> = {
      doc,
      unlogged: [],
      editors: new Set(),
      isHere: false,
      timer: undefined,
      tail: Promise.resolve(),
      release: this.hold(contentId),
    };
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'replica' || origin === 'letters') cameFromElsewhere(opened, update);
    });
    const replica = this.replica
      .collection('noteContents')
      .findOne(contentId)
      .$.subscribe((content) => {
        const state = (content?.toJSON(true) as StoredFields | undefined)?.['state'];
        if (typeof state === 'string' && state !== '' && !takeIn(doc, () => fromBase64(state), 'replica'))
          this.stores.damaged(contentId);
      });
    return Object.assign(opened, { replica });
  }

  /** Whether the text is on this device, and so in the doc. One that was here may be gone by now: what is typed into it is kept all the same. */
  private async isHere(contentId: string, opened: Opened): Promise<boolean> {
    if (opened.isHere) return true;
    if ((await mayWrite(this.stores, contentId)) === null) return false;
    // its observable may tell of it later than the storage has it
    const content = await this.stores.documents.get('noteContents', contentId);
    if (content?.state && !takeIn(opened.doc, () => fromBase64(content.state), 'replica'))
      this.stores.damaged(contentId);
    opened.isHere = true;
    return true;
  }

  /** Holds the text's lock until the function it gives is called, or this tab ends. */
  private hold(contentId: string): () => void {
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

  /** What cannot be decoded is passed over; what comes before its causes waits for them in the doc. */
  private takeLetters({ contentId, update }: Update): void {
    void this.open.get(contentId)?.then(({ doc }) => {
      if (!isWellNested(update, doc)) return;
      takeIn(doc, () => update, 'letters');
      if ((doc.store.pendingStructs?.update.byteLength ?? 0) > EARLY_MAX) doc.store.pendingStructs = null;
    });
  }

  private async append(contentId: string, opened: Opened, editor: symbol, update: Uint8Array): Promise<void> {
    if (!opened.isHere && !(await this.isHere(contentId, opened)))
      throw new CallError('NOTE_NOT_FOUND', { message: 'the text is not on this device yet' });
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
      this.foldNow(contentId, opened).catch((error: unknown) => {
        if (!this.erased) this.events.error(error);
      });
    }, FOLD_MS);
  }

  private async foldNow(contentId: string, opened: Opened): Promise<void> {
    clearTimeout(opened.timer);
    opened.timer = undefined;
    await compactText(this.stores, contentId);
  }
}
