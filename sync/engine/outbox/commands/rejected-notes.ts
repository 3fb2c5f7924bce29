/** Rejected changes of notes, and of the texts of notes, meetings and canvases. */
import { childParentOf, topDocumentOf } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { imagesOfState } from '../../../merge/note-text';
import { bytesOf, mergeStates } from '../../../merge/yjs';
import type { RejectedChange } from '../../storage/device-rows';
import { versionOf } from '../../storage/stored';
import { create, roleIn, type CommandContext } from './context';
import { copyImages, moveUnsentImages } from './images';
import type { RejectedKind } from './rejected-kind';

/** Creates an empty text for a restored note without one: an empty text is not stored when it is rejected. */
async function ensureText(
  { documents }: CommandContext,
  id: string,
  { space, creatorId, abilities }: Record<string, unknown>,
): Promise<void> {
  if (await documents.get('noteContents', id)) return;
  await documents.create('noteContents', {
    id,
    space,
    creatorId,
    subject: 'note',
    subjectId: id,
    state: '',
    abilities: abilities ?? [],
  });
}

/**
 * The fields of a removed text, for typed updates that are stored without them: from its tombstone here, or derived
 * from the document that has the text. Throws NOTE_NOT_FOUND if neither exists: the content can still be copied.
 */
async function fieldsOfText({ documents, account }: CommandContext, id: string): Promise<Record<string, unknown>> {
  const [tombstone] = await documents.stored('noteContents', [id]);
  if (tombstone?.['space'] !== undefined) {
    const { _deleted, rev: _rev, updatedAt: _updatedAt, recency: _recency, ...fields } = versionOf(tombstone);
    return fields;
  }
  const [parent, parentId] = topDocumentOf('noteContents', id);
  const owner = await documents.get(parent as 'notes' | 'meetings' | 'canvases', parentId);
  if (!owner) throw new CallError('NOTE_NOT_FOUND');
  return {
    space: owner.space,
    subjectId: parentId,
    creatorId: childParentOf('noteContents', id)?.isCreatedByEdit ? account.userId : owner.creatorId,
    abilities: ['update', 'delete'],
  };
}

/** Creates a note of one's own, in the project of `row` if possible. */
async function copyNote(
  context: CommandContext,
  item: RejectedChange,
  row: Record<string, unknown> | undefined,
  texts: readonly RejectedChange[],
  id: string,
): Promise<void> {
  const known =
    typeof row?.['projectId'] === 'string' ? await context.documents.get('projects', row['projectId']) : null;
  const project = known?.abilities.includes('addNote')
    ? known
    : (await context.documents.find('projects', {})).find((p) => p.abilities.includes('addNote'));
  if (!project) throw new CallError('PROJECT_NOT_FOUND');
  const text =
    texts.length > 0
      ? mergeStates(...texts.map((each) => each.content['state']))
      : (await context.documents.stored('noteContents', [item.documentId]))[0]?.['state'];
  const state = typeof text === 'string' ? text : '';
  const common = { id, space: project.space, creatorId: context.account.userId };
  await create(context, 'noteContents', roleIn(project), {
    ...common,
    subject: 'note',
    subjectId: id,
    state,
  });
  // images that were rejected with the text are sent with the copy
  const images = imagesOfState(bytesOf(state));
  await moveUnsentImages(context, item.documentId, id, images);
  await create(context, 'notes', roleIn(project), {
    ...common,
    projectId: project.id,
    title: item.title || '—',
    snippet: String(row?.['snippet'] ?? ''),
    type: 'note',
    shareRange: 'project',
    words: Number(row?.['words'] ?? 0),
    characters: Number(row?.['characters'] ?? 0),
    createdAt: context.clock.now(),
  });
  // the other images belong to the text, which remains
  await copyImages(context, item.documentId, id, images);
}

export const rejectedNote: RejectedKind = {
  created: ensureText,
  copy: (context, item, texts, id) => copyNote(context, item, item.content, texts, id),
};

export const rejectedText: RejectedKind = {
  missingFields: async (context, id, { space }) => (space === undefined ? fieldsOfText(context, id) : {}),
  copy: (context, item, _within, id) => copyNote(context, item, undefined, [item], id),
};
