/**
 * Live text updates: typing in a text, sent to the sessions that have the text open, beside replication.
 *
 *   sender ─► checked like a push of that text ─► live channel of the text
 *
 * The updates are not stored: replication delivers every edit.
 */
import * as Y from 'yjs';
import { exceedsClocks } from '../../sync/merge/clocks';
import { nestsTooDeeply } from '../../sync/merge/depth';
import { KINDS } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { LiveUpdate } from '../../sync/protocol/live';
import type { Actor, Platform } from '../platform/context';
import { invalid, storedDoc, type DocRow, type Queries } from '../sync/documents';
import type { Policies } from '../sync/push';
import type { SyncStore, SyncTransaction } from '../sync/store';
import type { IsRevoked, LiveChannels } from './channels';

export interface TextUpdates {
  /**
   * Sends an update to the other sessions that have the text open. `heard` is false if certainly none has. Throws the
   * errors of a push of the text: DOCUMENT_NOT_FOUND if it is hidden or missing, DOCUMENT_INVALID, NO_PERMISSION,
   * NOTE_EDIT_DENIED.
   */
  send(actor: Actor, update: LiveUpdate): Promise<{ heard: boolean }>;
}

export const createTextUpdates = (
  platform: Pick<Platform, 'query'>,
  store: Pick<SyncStore, 'read'>,
  policies: Policies,
  channels: Pick<LiveChannels, 'publish' | 'mayBeSubscribed'>,
): TextUpdates => ({
  async send(actor, { contentId, update }) {
    refuseUndecodable(update);
    const space = await spaceToWrite(platform, store, policies, actor, contentId);
    const { companyId, userId, sessionId, role } = actor;
    const topic = { companyId, collection: 'noteContents', id: contentId } as const;
    if (!channels.mayBeSubscribed(companyId, topic, sessionId)) return { heard: false };
    await channels.publish(topic, { type: 'update', update }, { space, author: { userId, sessionId, role } });
    return { heard: true };
  },
});

/** Whether the author of text updates, the only events with an author, has lost the right to write the text. */
export const isAuthorRevoked =
  (platform: Pick<Platform, 'query'>, store: Pick<SyncStore, 'read'>, policies: Policies): IsRevoked =>
  async (companyId, { id }, author) => {
    try {
      await spaceToWrite(platform, store, policies, { ...author, companyId, lang: '' }, id);
      return false;
    } catch (error) {
      if (error instanceof CallError) return true;
      throw error;
    }
  };

function refuseUndecodable(update: string): void {
  try {
    const decoded = Y.decodeUpdate(Buffer.from(update, 'base64'));
    if (exceedsClocks(decoded)) throw new RangeError('clocks too large');
    if (nestsTooDeeply(decoded)) throw new RangeError('nested too deeply');
  } catch {
    throw invalid('DOCUMENT_INVALID', 'update', 'not a Yjs update');
  }
}

/** The fields of a text without its Yjs state, which may be large. */
async function headOf(
  db: Queries,
  companyId: string,
  contentId: string,
): Promise<Pick<DocRow, 'id' | 'space' | 'rev' | 'data'> | undefined> {
  const found = await db.query<Pick<DocRow, 'id' | 'space' | 'rev' | 'data'>>({
    name: 'live_text',
    values: [companyId, contentId],
    text: `select id, space_id as space, rev, data - 'state' as data from doc
      where company_id = $1 and collection = 'noteContents' and id = $2 and not deleted`,
  });
  return found.rows[0];
}

/** The space of a text that this person may write now. Throws the errors of a push. */
async function spaceToWrite(
  db: Queries,
  store: Pick<SyncStore, 'read'>,
  policies: Policies,
  actor: Actor,
  contentId: string,
): Promise<string> {
  const head = await headOf(db, actor.companyId, contentId);
  return store.read(actor.companyId, async (reading) => {
    const role = head ? await reading.roleIn(head.space, actor.userId) : null;
    // the same answer for a hidden and a missing text
    if (!head || role === null) throw new CallError('DOCUMENT_NOT_FOUND');
    const text = storedDoc<'noteContents'>(head);
    if (!KINDS.noteContents.abilities(text as Record<string, unknown>, role, actor).includes('update'))
      throw new CallError('NO_PERMISSION');
    // a policy's check writes nothing, so it may run outside a writing transaction
    await policies
      .get('noteContents')
      ?.check({ actor, tx: reading as SyncTransaction, before: text, after: text, changed: ['state'], role });
    return head.space;
  });
}
