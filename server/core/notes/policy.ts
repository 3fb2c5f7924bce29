/**
 * Policy of notes: contributors to a project write notes in it; only a note's creator edits, moves and shares it
 * (workspace 6).
 */
import { meetingNoteId, spaceOf } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { notifyOfAddition, notifyOfItem, peopleOf } from '../notify-people';
import { onlyChanges, refusal } from '../refusals';
import { placeNote, spaceOfNote } from './placement';

type StoredNote = StoredDoc<'notes'>;

const BY_CREATOR = ['title', 'snippet', 'words', 'characters', 'projectId', 'shareRange', 'space'];
const PLACING = ['projectId', 'shareRange', 'space'];

/** Requires that a person who puts a note into a project may contribute to it. */
async function mayAdd(tx: SyncTransaction, userId: string, projectId: string): Promise<void> {
  const space = spaceOf('project', projectId);
  if (!(await tx.spaceExists(space))) throw refusal('SPACE_NOT_FOUND', 'projectId');
  const role = await tx.roleIn(space, userId);
  if (!(await tx.get('projects', projectId)) || role === null) throw refusal('PROJECT_NOT_FOUND', 'projectId');
  if (role === 'viewer') throw refusal('NO_PERMISSION', 'projectId');
}

function checkSpace(note: StoredNote): void {
  const possible = [spaceOfNote(note), spaceOf('person', note.creatorId), spaceOf('project', note.projectId)];
  if (!possible.includes(note.space)) throw refusal('DOCUMENT_INVALID', 'space');
}

export const notePolicy: PushPolicy<'notes'> = {
  collection: 'notes',
  async check({ actor, tx, before, after, changed, role }) {
    if (!before) {
      if (!after) return;
      if (after.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      checkSpace(after);
      return mayAdd(tx, actor.userId, after.projectId);
    }
    const creator = before.creatorId === actor.userId;
    if (!after) {
      if (!creator && role !== 'owner') throw refusal('NOTE_EDIT_DENIED');
      return;
    }
    if (!creator) throw refusal('NOTE_EDIT_DENIED');
    onlyChanges(changed, BY_CREATOR, 'NO_PERMISSION');
    if (changed.includes('projectId')) await mayAdd(tx, actor.userId, after.projectId);
    if (changed.some((field) => PLACING.includes(field))) checkSpace(after);
  },
  async apply({ actor, tx, before, after, changed }) {
    if (!after) {
      for (const child of before ? childrenOf('notes', before.id) : []) await tx.remove(...child);
      return;
    }
    if (before && !changed.some((field) => PLACING.includes(field))) return;
    await placeNote(tx, after);
    const space = spaceOfNote(after);
    if (!before) {
      if (space !== spaceOf('person', after.creatorId)) await notifyOfAddition(tx, actor.userId, after.projectId);
    } else if (before.space !== space)
      await notifyOfItem(
        tx,
        actor.userId,
        { ...after, space, link: `/project/${after.projectId}/note-detail/${after.id}`, isMeeting: false },
        await peopleOf(tx, before.space),
      );
  },
};

/** The document that a text belongs to, null if it has not arrived yet. */
async function subjectOf(
  tx: SyncTransaction,
  content: StoredDoc<'noteContents'>,
): Promise<{ space: string; creatorId: string } | null> {
  return content.subject === 'note' ? tx.get('notes', content.subjectId) : tx.get('meetings', content.subjectId);
}

export const noteContentPolicy: PushPolicy<'noteContents'> = {
  collection: 'noteContents',
  async check({ actor, tx, before, after, changed, role }) {
    const content = after ?? before;
    if (!content) return;
    const subject = await subjectOf(tx, content);
    if (!before) {
      if (content.id !== (content.subject === 'note' ? content.subjectId : meetingNoteId(content.subjectId)))
        throw refusal('DOCUMENT_INVALID', 'subjectId');
      if (content.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      if (!subject) throw refusal('SPACE_NOT_FOUND', 'subjectId');
    } else if (changed.includes('space') && after!.space !== subject?.space) throw refusal('DOCUMENT_INVALID', 'space');
    await mayWrite(tx, actor.userId, content, subject, role);
  },
  /** The note was moved or made private in between: move the text to the note's space. */
  async apply({ tx, after }) {
    const subject = after && (await subjectOf(tx, after));
    if (subject && subject.space !== after.space) await tx.put('noteContents', after.id, { space: subject.space });
  },
};

/** A note's text may be written by its creator; a meeting's note by contributors to the meeting. */
async function mayWrite(
  tx: SyncTransaction,
  userId: string,
  content: StoredDoc<'noteContents'>,
  subject: { space: string; creatorId: string } | null,
  role: string | null,
): Promise<void> {
  const creatorId = content.subject === 'note' && subject ? subject.creatorId : content.creatorId;
  if (content.subject === 'note') {
    if (creatorId !== userId) throw refusal('NOTE_EDIT_DENIED');
    return;
  }
  const there = subject ? await tx.roleIn(subject.space, userId) : role;
  if (subject?.creatorId !== userId && there !== 'owner' && there !== 'contributor') throw refusal('NOTE_EDIT_DENIED');
}
