/** The calls of notes. The policy checks the rules. */
import { newId, parseSpace, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import {
  htmlOfState,
  markdownOfState,
  replaceWithMarkdown,
  stateFromMarkdown,
  summaryOfState,
} from '../../../sync/merge/note-text';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { findImage, imagesIn } from '../note-images/stored-images';
import type { NoteImageRow } from '../note-images/tables';
import { ableOr, changeDoc, deleteDoc, visibleOr } from '../change';
import type { PushPolicy, SyncStore, SyncTransaction } from '../../sync/store';
import { withVersions } from '../note-versions/record';
import { withHistory } from '../project-history/record';
import type { noteCalls } from './contract';
import { noteContentPolicy, notePolicy } from './policy';
import { publicLinksOf } from '../public-pages/address-claims';
import { RenderedTexts } from '../public-pages/rendered-texts';
import { publicNote } from './public-link';

type Save = ParsedInput<typeof noteCalls.save>;
type Detail = CallOutput<typeof noteCalls.get>;

const stateOf = (content: { state: string } | null): Uint8Array => fromBase64(content?.state ?? '');

/** Path of an image of a note for people who may open its page (viewer.ts). */
const publicImagePath = (noteId: string, imageId: string): string => `/note-html/${noteId}/image/${imageId}`;

export function createNotes(platform: Platform, sync: SyncStore) {
  const policy = withHistory(platform, notePolicy(publicLinksOf(platform, 'notes')));
  const rendered = new RenderedTexts();
  /** The company of a note whose page this person may open now; null otherwise. */
  const openTo = async (actor: Actor | null, id: string): Promise<string | null> =>
    (await publicNote(platform, id))?.companyId ?? (await readableCompany(sync, actor, id));
  const detail = async (actor: Actor, id: string): Promise<Detail> => {
    const note = await visibleOr(sync, actor, 'notes', id, 'NOTE_NOT_FOUND');
    const content = await sync.visible(actor, 'noteContents', id);
    return { ...note, content: markdownOfState(stateOf(content)) };
  };

  /** Creates or changes a note and returns its id; joins the caller's transaction if there is one. */
  const write = async (actor: Actor, input: Save): Promise<string> => {
    const id = input.noteId ?? newId(platform.clock.now());
    await sync.write(actor.companyId, (tx) => saveNote(platform, policy, tx, actor, id, input));
    return id;
  };

  return {
    get: detail,
    write,

    /** Not inside a transaction, since the result is read from the database. */
    save: async (actor: Actor, input: Save): Promise<Detail> => detail(actor, await write(actor, input)),

    /** Changes a note's text. */
    edit: (actor: Actor, id: string, change: (state: Uint8Array) => Uint8Array): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        const able = { missing: 'NOTE_NOT_FOUND', denied: 'NOTE_EDIT_DENIED' } as const;
        const note = await ableOr(tx, actor, 'notes', id, 'update', able);
        const content = await tx.get('noteContents', id);
        const state = change(stateOf(content));
        await changeDoc(tx, actor, policy, id, rowOf(state));
        await putContent(platform, tx, actor, note, content !== null, state);
      }),

    remove: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'notes', id, 'delete', { missing: 'NOTE_NOT_FOUND', denied: 'NOTE_EDIT_DENIED' });
        await deleteDoc(tx, actor, policy, id);
      }),

    async share(actor: Actor, input: ParsedInput<typeof noteCalls.share>): Promise<Doc<'notes'>> {
      // 'private' without a list of people removes all people
      const userIds = input.userIds ?? (input.shareRange === 'private' ? [] : null);
      await sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'notes', input.noteId, 'share', {
          missing: 'NOTE_NOT_FOUND',
          denied: 'NOTE_EDIT_DENIED',
        });
        await changeDoc(tx, actor, policy, input.noteId, {
          shareRange: input.shareRange,
          ...(userIds ? { shareUserIds: [...new Set(userIds)] } : {}),
          ...(input.linkExpiresAt === undefined ? {} : { linkExpiresAt: input.linkExpiresAt }),
          ...(input.linkIndexed === undefined ? {} : { linkIndexed: input.linkIndexed }),
        });
      });
      return visibleOr(sync, actor, 'notes', input.noteId, 'NOTE_NOT_FOUND');
    },

    /** An image of a note, for people who may open its page, if the note's text refers to it; null otherwise. */
    async image(actor: Actor | null, id: string, imageId: string): Promise<NoteImageRow | null> {
      const companyId = await openTo(actor, id);
      const row = companyId && (await findImage(platform, companyId, id, imageId));
      if (!companyId || !row) return null;
      const content = await sync.read(companyId, (tx) => tx.get('noteContents', id));
      return content && imagesIn(companyId, content).has(imageId) ? row : null;
    },

    async html(actor: Actor | null, id: string): Promise<CallOutput<typeof noteCalls.html>> {
      const companyId = await openTo(actor, id);
      if (!companyId) throw new CallError('NOTE_NOT_FOUND');
      return sync.read(companyId, async (tx) => {
        const note = await tx.get('notes', id);
        if (!note) throw new CallError('NOTE_NOT_FOUND');
        const content = await tx.get('noteContents', id);
        const revision = `${companyId}/${id}/${content?.rev ?? ''}/${content?.state.length ?? 0}`;
        return {
          id,
          title: note.title,
          html: rendered.of(revision, () => htmlOfState(stateOf(content), (imageId) => publicImagePath(id, imageId))),
          updatedAt: note.updatedAt,
        };
      });
    },
  };
}

/** The actor's company if the actor may read the note. */
async function readableCompany(sync: SyncStore, actor: Actor | null, id: string): Promise<string | null> {
  return actor?.role && (await sync.visible(actor, 'notes', id)) ? actor.companyId : null;
}

async function saveNote(
  platform: Platform,
  policy: PushPolicy<'notes'>,
  tx: SyncTransaction,
  actor: Actor,
  id: string,
  input: Save,
): Promise<void> {
  const before = await tx.get('notes', id);
  const content = await tx.get('noteContents', id);
  if (before) await ableOr(tx, actor, 'notes', id, 'update', { missing: 'NOTE_NOT_FOUND', denied: 'NOTE_EDIT_DENIED' });
  else if (input.noteId) throw new CallError('NOTE_NOT_FOUND');
  else if (!(await tx.roleIn(spaceOf('project', input.projectId), actor.userId)))
    throw new CallError('PROJECT_NOT_FOUND');
  const state =
    input.content === undefined
      ? stateOf(content)
      : content
        ? replaceWithMarkdown(stateOf(content), input.content)
        : stateFromMarkdown(input.content);
  const row = { title: input.title, projectId: input.projectId, ...rowOf(state) };
  const moved =
    before && before.projectId !== input.projectId && parseSpace(before.space).kind === 'project'
      ? { space: spaceOf('project', input.projectId) }
      : {};
  const note = await changeDoc(
    tx,
    actor,
    policy,
    id,
    before
      ? { ...row, ...moved }
      : {
          ...row,
          space: spaceOf('project', input.projectId),
          type: 'note',
          creatorId: actor.userId,
          shareRange: 'project',
          createdAt: platform.clock.now(),
        },
  );
  if (content && input.content === undefined) return;
  await putContent(platform, tx, actor, note, content !== null, state);
}

/** The fields of a note's row that describe its text. */
function rowOf(state: Uint8Array): { snippet: string; words: number; characters: number } {
  const { snippet, words, characters } = summaryOfState(state);
  return { snippet, words, characters };
}

async function putContent(
  platform: Platform,
  tx: SyncTransaction,
  actor: Actor,
  { id, space }: { id: string; space: string },
  isStored: boolean,
  state: Uint8Array,
): Promise<void> {
  await changeDoc(tx, actor, withVersions(platform, noteContentPolicy(platform)), id, {
    ...(isStored ? {} : { subject: 'note' as const, subjectId: id, creatorId: actor.userId }),
    space,
    state: toBase64(state),
  });
}
