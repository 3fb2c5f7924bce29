/**
 * The log of typed updates, durable before anything else knows of them. What is logged of a text can always be read by itself:
 *
 *   log empty ──► [the whole text + update] ──► [update] ──► [what came from elsewhere since + update] …
 *   folded up to here ──► rows behind it that were written meanwhile: the first takes the whole text over
 *
 * Every update's causes are so in the log, whatever becomes of the text in the replica, and whoever folds it.
 */
import * as Y from 'yjs';
import type { DeviceDatabase } from '../device/database';

/** Updates kept one by one while somebody else types and nobody does here; beyond, they become one. */
const UNLOGGED_MAX = 50;

/** An open text, as far as its log is concerned. */
export interface Logged {
  doc: Y.Doc;
  /** updates of the doc that came from the replica since this tab logged the last one */
  unlogged: Uint8Array[];
}

/** Logs what was typed into the text as `doc` has it. Resolves when it is durable. */
export async function log({ updates }: DeviceDatabase, contentId: string, text: Logged, update: Uint8Array, at: number): Promise<void> {
  const { unlogged } = text;
  text.unlogged = [];
  try {
    await updates.db.transaction('rw', updates, async () => {
      const isFirst = (await updates.where('contentId').equals(contentId).limit(1).count()) === 0;
      const causes = isFirst ? [Y.encodeStateAsUpdate(text.doc)] : unlogged;
      await updates.add({ contentId, update: causes.length > 0 ? Y.mergeUpdates([...causes, update]) : update, at });
    });
  } catch (error) {
    text.unlogged = [...unlogged, ...text.unlogged];
    throw error;
  }
}

/** Notes what came from the replica. */
export function cameFromElsewhere(text: Logged, update: Uint8Array): void {
  text.unlogged.push(update);
  if (text.unlogged.length > UNLOGGED_MAX) text.unlogged = [Y.mergeUpdates(text.unlogged)];
}

/** Takes out what was folded, up to the number `last`; `whole` is the text with all of it. */
export async function forget({ updates }: DeviceDatabase, contentId: string, last: number, whole: Uint8Array): Promise<void> {
  await updates.db.transaction('rw', updates, async () => {
    await updates.where('contentId').equals(contentId).and((row) => row.seq! <= last).delete();
    const [next] = await updates.where('contentId').equals(contentId).sortBy('seq');
    if (next) await updates.put({ ...next, update: Y.mergeUpdates([whole, next.update]) });
  });
}
