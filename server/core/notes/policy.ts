/**
 * Policy of notes: contributors to a project write notes in it; only a note's creator edits, moves and shares it
 * (workspace 6).
 */
import { canvasTextId, meetingNoteId, spaceOf, subjectOfText } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { notifyOfAddition, notifyOfItem, peopleOf } from '../notify-people';
import { onlyChanges, refusal } from '../refusals';
import { isOpened, refuseUnknownParties, SHARED_WITH } from '../share-changes';
import { mayAsk } from '../chat/policy';
import { possibleSpaces } from '../chat/placement';
import type { PublicLinks } from '../public-pages/claims';
import { notifyOfMentions, type MentioningText } from './mention-notices';
import { placeNote, textOfNote } from './placement';

type StoredNote = StoredDoc<'notes'>;

const BY_CREATOR = [
  'title',
  'snippet',
  'words',
  'characters',
  'projectId',
  'shareRange',
  'shareUserIds',
  'linkExpiresAt',
  'linkIndexed',
  'space',
];
/** fields of the public link: each is a decision to publish */
const PUBLISHING = ['shareRange', 'linkExpiresAt', 'linkIndexed'];
const PLACING = ['projectId', 'shareRange', 'shareUserIds', 'space'];

/** Requires that a person who puts a note into a project may contribute to it. */
async function mayAdd(tx: SyncTransaction, userId: string, projectId: string): Promise<void> {
  const space = spaceOf('project', projectId);
  if (!(await tx.spaceExists(space))) throw refusal('SPACE_NOT_FOUND', 'projectId');
  const role = await tx.roleIn(space, userId);
  if (!(await tx.get('projects', projectId)) || role === null) throw refusal('PROJECT_NOT_FOUND', 'projectId');
  if (role === 'viewer') throw refusal('NO_PERMISSION', 'projectId');
}

const linkOf = ({ id, projectId }: Pick<StoredNote, 'id' | 'projectId'>): string =>
  `/project/${projectId}/note-detail/${id}`;

/** A device derives the space from its own, possibly stale copy; `apply` corrects it. */
const spacesOf = (note: Pick<StoredNote, 'id' | 'creatorId' | 'projectId'>): string[] => [
  spaceOf('person', note.creatorId),
  spaceOf('project', note.projectId),
  spaceOf('note', note.id),
];

function checkSpace(note: StoredNote): void {
  if (!spacesOf(note).includes(note.space)) throw refusal('DOCUMENT_INVALID', 'space');
}

export const notePolicy = (publicLinks: PublicLinks): PushPolicy<'notes'> => ({
  collection: 'notes',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (!before) {
      if (!after) return;
      if (after.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      // the text of a meeting or canvas has such an id
      if (subjectOfText(after.id).subject !== 'note') throw refusal('DOCUMENT_INVALID', 'id');
      // an edit that restores a public note is taken: its link opens nothing while links are off
      if (
        after.shareRange === 'public' &&
        restored?.shareRange !== 'public' &&
        !(await publicLinks.areAllowed(tx.companyId))
      )
        throw refusal('PUBLIC_LINKS_OFF', 'shareRange');
      checkSpace(after);
      await refuseUnknownParties(tx, restored, after, SHARED_WITH);
      return mayAdd(tx, actor.userId, after.projectId);
    }
    const creator = before.creatorId === actor.userId;
    if (!after) {
      if (!creator && role !== 'owner') throw refusal('NOTE_EDIT_DENIED');
      return;
    }
    if (!creator) throw refusal('NOTE_EDIT_DENIED');
    onlyChanges(changed, BY_CREATOR, 'NO_PERMISSION');
    if (changed.includes('projectId') || isOpened(before, after)) await mayAdd(tx, actor.userId, after.projectId);
    if (changed.some((field) => PLACING.includes(field))) checkSpace(after);
    if (
      changed.includes('shareRange') &&
      after.shareRange === 'public' &&
      !(await publicLinks.areAllowed(tx.companyId))
    )
      throw refusal('PUBLIC_LINKS_OFF', 'shareRange');
    await refuseUnknownParties(tx, before, after, SHARED_WITH);
  },
  async apply({ actor, tx, before, after, changed }) {
    if (!after) {
      if (!before) return;
      if (await textOfNote(tx, before.id))
        for (const child of childrenOf('notes', before.id)) await tx.remove(...child);
      await tx.intoTrash('notes', before.id, actor.userId);
      return;
    }
    if (
      after.shareRange === 'public' &&
      (!before || changed.some((field) => PUBLISHING.includes(field))) &&
      !(await publicLinks.claim(tx.companyId, after.id))
    )
      throw refusal('PUBLIC_LINK_TAKEN', 'shareRange');
    if (before && !changed.some((field) => PLACING.includes(field))) return;
    const had = await peopleOf(tx, (before ?? after).space);
    const space = await placeNote(tx, after);
    const link = linkOf(after);
    if (before) await notifyOfItem(tx, actor.userId, { ...after, space, link, isMeeting: false }, had);
    else if (space !== spaceOf('person', after.creatorId)) await notifyOfAddition(tx, actor.userId, after.projectId);
  },
});

type Subject = MentioningText & { creatorId: string; threadId?: string };

/** The document that a text belongs to, null if it has not arrived yet. */
async function subjectOf(tx: SyncTransaction, content: StoredDoc<'noteContents'>): Promise<Subject | null> {
  if (content.subject === 'note') {
    const note = await tx.get('notes', content.subjectId);
    return note && { ...note, link: linkOf(note) };
  }
  if (content.subject === 'canvas') {
    const canvas = await tx.get('canvases', content.subjectId);
    return canvas && { ...canvas, threadId: canvas.parentId, link: `/canvas/${canvas.id}` };
  }
  const meeting = await tx.get('meetings', content.subjectId);
  return meeting && { ...meeting, link: `/meeting/${meeting.id}` };
}

const ID_OF = { note: (id: string) => id, meeting: meetingNoteId, canvas: canvasTextId };
const idOf = ({ subject, subjectId }: StoredDoc<'noteContents'>): string => ID_OF[subject](subjectId);

export const noteContentPolicy = (platform: Pick<Platform, 'log'>): PushPolicy<'noteContents'> => ({
  collection: 'noteContents',
  async check({ actor, tx, before, after, changed, role }) {
    const content = after ?? before;
    if (!content) return;
    const subject = await subjectOf(tx, content);
    if (!before) {
      if (content.id !== idOf(content)) throw refusal('DOCUMENT_INVALID', 'subjectId');
      if (content.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      if (!subject) throw refusal('SPACE_NOT_FOUND', 'subjectId');
    } else if (changed.includes('space') && !(await isPossibleSpace(tx, after!, subject)))
      throw refusal('DOCUMENT_INVALID', 'space');
    await mayWrite(tx, actor.userId, content, subject, role);
  },
  async apply({ actor, tx, before, after, changed }) {
    const subject = after && (await subjectOf(tx, after));
    if (!subject) return;
    // the note was moved or made private in between: move the text to the note's space
    if (subject.space !== after.space) await tx.put('noteContents', after.id, { space: subject.space });
    if (changed.includes('state')) await notifyOfMentions(platform, tx, actor.userId, subject, before, after);
  },
});

/** Whether a text may be pushed into this space: its subject's, or one of those that its subject may be in. */
async function isPossibleSpace(
  tx: SyncTransaction,
  content: StoredDoc<'noteContents'>,
  subject: Subject | null,
): Promise<boolean> {
  if (content.space === subject?.space) return true;
  const note = content.subject === 'note' ? await tx.get('notes', content.subjectId) : null;
  if (note) return spacesOf(note).includes(content.space);
  const thread = subject?.threadId ? await tx.get('threads', subject.threadId) : null;
  return thread !== null && possibleSpaces(thread).includes(content.space);
}

/**
 * A note's text may be written by its creator; a meeting's note by contributors to the meeting; a canvas by its creator
 * and those who may ask in its chat.
 */
async function mayWrite(
  tx: SyncTransaction,
  userId: string,
  content: StoredDoc<'noteContents'>,
  subject: Subject | null,
  role: string | null,
): Promise<void> {
  const creatorId = content.subject === 'note' && subject ? subject.creatorId : content.creatorId;
  if (content.subject === 'note') {
    if (creatorId !== userId) throw refusal('NOTE_EDIT_DENIED');
    return;
  }
  const there = subject ? await tx.roleIn(subject.space, userId) : role;
  if (subject?.threadId) {
    const thread = await tx.get('threads', subject.threadId);
    if (there === null || !thread || !(subject.creatorId === userId || (await mayAsk(tx, userId, thread))))
      throw refusal('NOTE_EDIT_DENIED');
    return;
  }
  if (subject?.creatorId !== userId && there !== 'owner' && there !== 'contributor') throw refusal('NOTE_EDIT_DENIED');
}
