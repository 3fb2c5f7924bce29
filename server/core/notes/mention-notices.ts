/** Notifies people who are newly mentioned in a text, in the transaction of the change. */
import { peopleAdded } from '../../../sync/merge/note-mentions';
import type { Platform } from '../../platform/context';
import { notifyAll } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { RECIPIENTS_MAX } from '../notify-people';

export interface MentioningText {
  /** the note or meeting */
  id: string;
  title: string;
  space: string;
  link: string;
}

/**
 * Notifies the people whom `after` mentions and `before` does not, if they may read the text. A person with an unread
 * notification of an earlier mention gets no second one. If the text cannot be decoded, no notification is written; the
 * change is stored anyway.
 */
export async function notifyOfMentions(
  { log }: Pick<Platform, 'log'>,
  tx: SyncTransaction,
  actorId: string,
  text: MentioningText,
  before: Pick<StoredDoc<'noteContents'>, 'state'> | null,
  after: Pick<StoredDoc<'noteContents'>, 'state'>,
): Promise<void> {
  let added: string[];
  try {
    added = peopleAdded(before?.state ?? '', after.state).filter((userId) => userId !== actorId);
  } catch (error) {
    log.error({ err: error, subjectId: text.id }, 'the mentions of a text could not be read');
    return;
  }
  if (added.length === 0 || added.length > RECIPIENTS_MAX) return;
  const name = (await tx.get('people', actorId))?.name ?? '';
  const readers = await tx.readersOf(added.map((userId) => ({ userId, space: text.space })));
  await notifyAll(tx, [...readers], {
    kind: 'noteMention',
    actorId,
    params: { name, title: text.title },
    link: text.link,
    subjectId: text.id,
    isGrouped: true,
  });
}
