/**
 * Log of typed updates, the first place where they become durable. The log of a text is readable without the replica:
 *
 *   log empty ──► [whole text + update] ──► [update] ──► [updates from elsewhere since + update] …
 *   compaction ──► deletes compacted rows; if later rows exist, the whole text is merged into the first of them
 *
 * So the log contains every dependency of its updates, independently of the replica and of the tab that compacts it.
 */
import type { Collection } from 'dexie';
import * as Y from 'yjs';
import type { DeviceDatabase } from '../storage/device-database';
import type { TypedUpdate } from '../storage/device-rows';
import type { AtRest } from '../storage/sealing/sealed-table';

/** Most updates from elsewhere that are buffered separately; more are merged into one. */
const UNLOGGED_UPDATES_MAX = 50;

/** The fields of an open text that its log needs. */
export interface LoggedText {
  doc: Y.Doc;
  /** updates from the replica, other tabs and browsers since this tab last logged one */
  unloggedUpdates: Uint8Array[];
}

/** State of a text without live updates that miss dependencies. */
export function wholeText(doc: Y.Doc): Uint8Array {
  const { store } = doc;
  const { pendingStructs, pendingDs } = store;
  Object.assign(store, { pendingStructs: null, pendingDs: null });
  try {
    return Y.encodeStateAsUpdate(doc);
  } finally {
    Object.assign(store, { pendingStructs, pendingDs });
  }
}

/** Logs an update typed into `text`. Resolves when it is durable. */
export async function appendToLog(
  { updates }: DeviceDatabase,
  contentId: string,
  text: LoggedText,
  update: Uint8Array,
  at: number,
): Promise<void> {
  const { unloggedUpdates: unlogged } = text;
  text.unloggedUpdates = [];
  const isFirst = async (): Promise<boolean> =>
    (await updates.rows.where('contentId').equals(contentId).limit(1).count()) === 0;
  try {
    for (let written = false; !written;) {
      const first = await isFirst();
      const dependencies = first ? [wholeText(text.doc)] : unlogged;
      const row = await updates.seal({
        contentId,
        update: dependencies.length > 0 ? Y.mergeUpdates([...dependencies, update]) : update,
        at,
      });
      written = await updates.rows.db.transaction('rw', updates.rows, async () => {
        if ((await isFirst()) !== first) return false;
        await updates.rows.add(row);
        return true;
      });
    }
  } catch (error) {
    text.unloggedUpdates = [...unlogged, ...text.unloggedUpdates];
    throw error;
  }
}

/** Buffers an update from the replica or a live update. */
export function bufferRemoteUpdate(text: LoggedText, update: Uint8Array): void {
  text.unloggedUpdates.push(update);
  if (text.unloggedUpdates.length > UNLOGGED_UPDATES_MAX) text.unloggedUpdates = [Y.mergeUpdates(text.unloggedUpdates)];
}

/** Removes compacted updates up to the number `last`; `whole` is the state with all of them. */
export async function deleteCompacted(
  { updates }: DeviceDatabase,
  contentId: string,
  last: number,
  whole: Uint8Array,
): Promise<void> {
  const part = (wanted: (seq: number) => boolean): Collection<AtRest<TypedUpdate, 'update'>, number> =>
    updates.rows
      .where('contentId')
      .equals(contentId)
      .and((row) => wanted(row.seq!));
  const firstLaterRow = async (): Promise<AtRest<TypedUpdate, 'update'> | undefined> =>
    (await part((seq) => seq > last).sortBy('seq'))[0];
  for (let done = false; !done;) {
    const next = await firstLaterRow();
    const opened = next && (await updates.open(next));
    const replacement = opened && (await updates.seal({ ...opened, update: Y.mergeUpdates([whole, opened.update]) }));
    done = await updates.rows.db.transaction('rw', updates.rows, async () => {
      // Later rows stay until the next compaction; one may have been added since `next` was read.
      if ((await firstLaterRow())?.seq !== next?.seq) return false;
      await part((seq) => seq <= last).delete();
      if (replacement) await updates.rows.put(replacement);
      return true;
    });
  }
}
