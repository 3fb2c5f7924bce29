/**
 * Letters: what somebody types into a text, passed on at once to who has it open, beside replication (decision 28).
 *
 *   sender ─► judged as a push of that text would be ─► event bus ─► streams of people who see its space and watch it
 *
 * Nothing is kept, nothing is owed: whatever does not arrive comes by replication.
 */
import { nestsTooDeeply } from '../../sync/merge/depth';
import { KINDS } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { LiveUpdate } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { invalid, storedDoc, type DocRow, type Queries } from '../sync/documents';
import type { Policies } from '../sync/push';
import type { SyncStore, SyncTransaction } from '../sync/store';
import type { SyncStream } from '../sync/stream';

export interface LiveUpdateRelay {
  /**
   * Passes letters on. `heard` false: nobody has the text open, for certain. Throws what a push of the text would be refused with:
   * DOCUMENT_NOT_FOUND where it is hidden or not there, DOCUMENT_INVALID, NO_PERMISSION, NOTE_EDIT_DENIED.
   */
  pass(actor: Actor, letters: LiveUpdate): Promise<{ heard: boolean }>;
  /** From now on letters of these texts, and of no others, go to the streams of this session. */
  watch(actor: Actor, texts: readonly string[]): void;
}

export function createLiveUpdates(
  platform: Pick<Platform, 'query' | 'events'>,
  store: Pick<SyncStore, 'read'>,
  policies: Policies,
  stream: Pick<SyncStream, 'watched'>,
): LiveUpdateRelay {
  return {
    async pass(actor, { contentId, update }) {
      refuseUndecodable(update);
      const space = await spaceToWrite(platform, store, policies, actor, contentId);
      const { companyId, sessionId } = actor;
      if (platform.events.alone && !stream.watched(companyId, contentId, sessionId)) return { heard: false };
      platform.events.publish('letters', { companyId, sessionId, space, contentId, update });
      return { heard: true };
    },
    watch({ companyId, userId, sessionId }, texts) {
      platform.events.publish('watching', { companyId, userId, sessionId, texts: [...texts] });
    },
  };
}

function refuseUndecodable(update: string): void {
  try {
    if (nestsTooDeeply(new Uint8Array(Buffer.from(update, 'base64')))) throw new RangeError('nested too deeply');
  } catch {
    throw invalid('DOCUMENT_INVALID', 'update', 'not a Yjs update');
  }
}

/** A text without its words, which may be many. */
async function headOf(
  db: Queries,
  companyId: string,
  contentId: string,
): Promise<Pick<DocRow, 'id' | 'space' | 'rev' | 'data'> | undefined> {
  const found = await db.query<Pick<DocRow, 'id' | 'space' | 'rev' | 'data'>>({
    name: 'sync_letter',
    values: [companyId, contentId],
    text: `select id, space_id as space, rev, data - 'state' as data from doc where company_id = $1 and collection = 'noteContents' and id = $2 and not deleted`,
  });
  return found.rows[0];
}

/** The space of a text that this person may write into now. Throws what refuses a push. */
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
    // one answer for what is hidden and what is not there
    if (!head || role === null) throw new CallError('DOCUMENT_NOT_FOUND');
    const text = storedDoc<'noteContents'>(head);
    if (!KINDS.noteContents.abilities(text as Record<string, unknown>, role, actor).includes('update'))
      throw new CallError('NO_PERMISSION');
    // a check reads and writes nothing
    await policies
      .get('noteContents')
      ?.check({ actor, tx: reading as SyncTransaction, before: text, after: text, changed: ['state'], role });
    return head.space;
  });
}
