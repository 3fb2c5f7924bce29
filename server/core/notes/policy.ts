/**
 * Push policy of notes: contributors to a project write notes in it; only a note's creator edits, moves and shares it
 * (workspace 6).
 */
import { spaceOf } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import { subjectOfText, textIdOf } from '../../../sync/model/kinds/note-contents';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { notifyOfAddition, notifyOfItem, peopleOf } from '../notify-people';
import { onlyChanges, refusal } from '../refusals';
import { isOpened, refuseUnknownParties, SHARED_WITH } from '../share-changes';
import type { PublicLinks } from '../public-pages/address-claims';
import type { TextParent } from '../text-parent';
import { textParents } from '../text-parents';
import { notifyOfMentions } from './mention-notices';
import { placeNote, possibleSpacesOfNote, textOfNote } from './placement';

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
/** fields of the public link; a change of one is a decision to publish */
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

/** Accepts a space from a stale copy of the note; `apply` corrects it. */
function checkSpace(note: StoredNote): void {
  if (!possibleSpacesOfNote(note).includes(note.space)) throw refusal('DOCUMENT_INVALID', 'space');
}

export const notePolicy = (publicLinks: PublicLinks): PushPolicy<'notes'> => ({
  collection: 'notes',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (!before) {
      if (!after) return;
      if (after.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      // texts of meetings and canvases have such ids
      if (subjectOfText(after.id) !== 'note') throw refusal('DOCUMENT_INVALID', 'id');
      // a push may restore a public note even if links are switched off: its link then opens nothing
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

/** The policy of a text's parent decides who writes it (server/core/text-parents.ts). */
export const noteContentPolicy = (platform: Pick<Platform, 'log'>): PushPolicy<'noteContents'> => ({
  collection: 'noteContents',
  async check({ actor, tx, before, after, changed, role }) {
    const content = after ?? before;
    if (!content) return;
    const parent = await textParents[content.subject](tx, content);
    if (!before) {
      if (content.id !== textIdOf(content.subject, content.subjectId)) throw refusal('DOCUMENT_INVALID', 'subjectId');
      if (content.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      if (!parent.document) throw refusal('SPACE_NOT_FOUND', 'subjectId');
    } else if (changed.includes('space') && !(await isPossibleSpace(parent, after!.space)))
      throw refusal('DOCUMENT_INVALID', 'space');
    if (!(await parent.mayWrite({ tx, userId: actor.userId, role }))) throw refusal('NOTE_EDIT_DENIED');
  },
  async apply({ actor, tx, before, after, changed }) {
    const document = after && (await textParents[after.subject](tx, after)).document;
    if (!document) return;
    // the note was moved or made private meanwhile: move the text to the note's space
    if (document.space !== after.space) await tx.put('noteContents', after.id, { space: document.space });
    if (changed.includes('state')) await notifyOfMentions(platform, tx, actor.userId, document, before, after);
  },
});

/** Whether a text may be pushed into this space: the parent's space, or one that its parent may have had. */
const isPossibleSpace = async (parent: TextParent, space: string): Promise<boolean> =>
  space === parent.document?.space || (await parent.possibleSpaces()).includes(space);
