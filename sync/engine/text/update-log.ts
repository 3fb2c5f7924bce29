/**
 * The log of typed updates, durable before anything else knows of them. What is logged of a text can always be read by itself:
 *
 *   log empty ──► [the whole text + update] ──► [update] ──► [what came from elsewhere since + update] …
 *   folded up to here ──► rows behind it that were written meanwhile: the first takes the whole text over
 *
 * Every update's causes are so in the log, whatever becomes of the text in the replica, and whoever folds it.
 */
import type { Collection } from 'dexie';
import * as Y from 'yjs';
import type { DeviceDatabase, TypedUpdate } from '../storage/device-database';
import type { AtRest } from '../storage/sealing/sealed-table';

/** Updates kept one by one while somebody else types and nobody does here; beyond, they become one. */
const UNLOGGED_MAX = 50;

/** An open text, as far as its log is concerned. */
export interface LoggedText {
  doc: Y.Doc;
  /** updates of the doc that came from the replica or as letters (of other tabs, too) since this tab logged the last one */
  unlogged: Uint8Array[];
}

/** All of a text; letters that wait for what they follow are not part of it yet. */
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

/** Logs what was typed into the text as `doc` has it. Resolves when it is durable. */
export async function appendToLog(
  { updates }: DeviceDatabase,
  contentId: string,
  text: LoggedText,
  update: Uint8Array,
  at: number,
): Promise<void> {
  const { unlogged } = text;
  text.unlogged = [];
  const isFirst = async (): Promise<boolean> =>
    (await updates.rows.where('contentId').equals(contentId).limit(1).count()) === 0;
  try {
    for (let written = false; !written;) {
      const first = await isFirst();
      const causes = first ? [wholeText(text.doc)] : unlogged;
      const row = await updates.seal({
        contentId,
        update: causes.length > 0 ? Y.mergeUpdates([...causes, update]) : update,
        at,
      });
      written = await updates.rows.db.transaction('rw', updates.rows, async () => {
        if ((await isFirst()) !== first) return false;
        await updates.rows.add(row);
        return true;
      });
    }
  } catch (error) {
    text.unlogged = [...unlogged, ...text.unlogged];
    throw error;
  }
}

/** Notes what came from the replica, or as letters. */
export function cameFromElsewhere(text: LoggedText, update: Uint8Array): void {
  text.unlogged.push(update);
  if (text.unlogged.length > UNLOGGED_MAX) text.unlogged = [Y.mergeUpdates(text.unlogged)];
}

/** Takes out what was folded, up to the number `last`; `whole` is the text with all of it. */
export async function forget(
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
  const firstBehind = async (): Promise<AtRest<TypedUpdate, 'update'> | undefined> =>
    (await part((seq) => seq > last).sortBy('seq'))[0];
  for (let done = false; !done;) {
    const next = await firstBehind();
    const opened = next && (await updates.open(next));
    const taking = opened && (await updates.seal({ ...opened, update: Y.mergeUpdates([whole, opened.update]) }));
    done = await updates.rows.db.transaction('rw', updates.rows, async () => {
      // rows behind it stay until the next fold; there may be one now where there was none
      if ((await firstBehind())?.seq !== next?.seq) return false;
      await part((seq) => seq <= last).delete();
      if (taking) await updates.rows.put(taking);
      return true;
    });
  }
}
