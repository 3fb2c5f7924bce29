/** Notifies people whom a change of a text mentions. In the transaction of the change. */
import { peopleAdded } from '../../../sync/merge/note-mentions';
import type { Platform } from '../../platform/context';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';

/** Above this number of new mentions in one change nobody is notified, as in notify-people.ts. */
const RECIPIENTS_MAX = 200;

export interface MentioningText {
  /** the note or meeting */
  id: string;
  title: string;
  space: string;
  link: string;
}

/**
 * Notifies the people whom `after` mentions and `before` did not, if they can read the text. A person who was mentioned
 * before and has not read it yet gets no second notification. A text that cannot be read notifies nobody: the change
 * itself is valid, and is stored.
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
  for (const userId of added) {
    if ((await tx.roleIn(text.space, userId)) === null) continue;
    await notify(tx, {
      kind: 'noteMention',
      userId,
      actorId,
      params: { name, title: text.title },
      link: text.link,
      subjectId: text.id,
      isGrouped: true,
    });
  }
}
