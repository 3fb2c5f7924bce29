/**
 * Policy of notes: contributors to a project write notes in it; only a note's creator edits, moves and shares it
 * (workspace 6).
 */
import { meetingNoteId, meetingOf, spaceOf } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { notifyOfAddition, notifyOfItem, peopleOf } from '../notify-people';
import { onlyChanges, refusal } from '../refusals';
import { isOpened, refuseUnknownParties, SHARED_WITH } from '../share-changes';
import type { PublicLinks } from './public-link';
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
      // the text of a meeting has such an id
      if (meetingOf(after.id) !== null) throw refusal('DOCUMENT_INVALID', 'id');
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

/** The document that a text belongs to, null if it has not arrived yet. */
async function subjectOf(
  tx: SyncTransaction,
  content: StoredDoc<'noteContents'>,
): Promise<(MentioningText & { creatorId: string }) | null> {
  if (content.subject === 'note') {
    const note = await tx.get('notes', content.subjectId);
    return note && { ...note, link: linkOf(note) };
  }
  const meeting = await tx.get('meetings', content.subjectId);
  return meeting && { ...meeting, link: `/meeting/${meeting.id}` };
}

export const noteContentPolicy = (platform: Pick<Platform, 'log'>): PushPolicy<'noteContents'> => ({
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
    } else if (changed.includes('space') && !(await isPossibleSpace(tx, after!, subject?.space)))
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

/** Whether a text may be pushed into this space: its subject's, or one of those that its note may be in. */
async function isPossibleSpace(
  tx: SyncTransaction,
  content: StoredDoc<'noteContents'>,
  subjectSpace: string | undefined,
): Promise<boolean> {
  if (content.space === subjectSpace) return true;
  const note = content.subject === 'note' ? await tx.get('notes', content.subjectId) : null;
  return note !== null && spacesOf(note).includes(content.space);
}

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
