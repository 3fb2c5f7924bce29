/** Decisions of the person on conflict versions, rejected changes and notices of loss. */
import { newId } from '../../../model/ids';
import { isChild, textOf, yjsField } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { summaryOfState, withMarkdownAtEnd } from '../../../merge/note-text';
import { DELETED } from '../../../merge/values';
import { bytesOf, toBase64 } from '../../../merge/yjs';
import { deleteLoss } from '../../storage/integrity/loss';
import type { RejectedChange, ConflictVersion } from '../../storage/device-rows';
import { writeTextSummary } from '../../storage/text-summary';
import type { CommandContext, Handlers } from './context';
import { rejectedKind } from './rejected-kinds';
import { removeAgain } from './removal';
import { writeAgain } from './write-again';

/**
 * Sets the value of a conflict version: a field (`title`), an element (`participants.<id>`; null removes it), or a
 * field of one (`participants.<id>.name`).
 */
function withValue(doc: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [name, id, key] = field.split('.') as [string, string | undefined, string | undefined];
  if (id === undefined) return { [name]: value };
  const elements = doc[name] as Record<string, unknown>[];
  if (key === undefined)
    return { [name]: [...elements.filter((element) => element['id'] !== id), ...(value === null ? [] : [value])] };
  return { [name]: elements.map((element) => (element['id'] === id ? { ...element, [key]: value } : element)) };
}

/** Appends words that a merge dropped to their text. */
async function appendDropped(
  documents: CommandContext['documents'],
  contentId: string,
  markdown: string,
): Promise<void> {
  await documents.change('noteContents', contentId, ({ state }) => ({
    state: toBase64(withMarkdownAtEnd(bytesOf(state), markdown)),
  }));
  const text = await documents.get('noteContents', contentId);
  if (text) await writeTextSummary(documents, contentId, () => summaryOfState(bytesOf(text.state)));
}

export const conflictCommands: Handlers<'conflict'> = {
  async 'conflict.resolve'(context, { id, take }) {
    const { device, documents } = context;
    const side: ConflictVersion | undefined = await device.conflictVersions.get(id);
    if (!side) throw new CallError('DOCUMENT_NOT_FOUND');
    if (take !== side.stands) {
      const value = take === 'mine' ? side.mine : side.theirs;
      if (side.field === DELETED) await removeAgain(context, side.collection, side.documentId);
      else if (yjsField(side.collection) !== null) await appendDropped(documents, side.documentId, String(value));
      else
        await documents.change(side.collection, side.documentId, (doc) =>
          withValue(doc as Record<string, unknown>, side.field, value),
        );
    }
    await device.conflictVersions.update(id, { resolved: true, stands: take });
    return null;
  },
};

/**
 * A rejected change and those rejected with it, the parent first: the contents of a rejected new project, the text of a
 * rejected note. An edit of an existing project has none, since changes of its contents are rejected separately.
 */
async function withChildren({ device }: CommandContext, item: RejectedChange): Promise<RejectedChange[]> {
  const contentId = isChild(item.collection) ? null : textOf(item.collection, item.documentId);
  if (contentId !== null) {
    const texts = await device.rejectedChanges.rows
      .where('documentId')
      .equals(contentId)
      .and((other) => yjsField(other.collection) !== null)
      .toArray();
    return [item, ...(await device.rejectedChanges.openAll(texts))];
  }
  if (item.collection !== 'projects' || item.base) return [item];
  const items = await device.rejectedChanges.all();
  return [item, ...items.filter((other) => other.content['space'] === item.content['space'] && other.id !== item.id)];
}

/** Copies the change. Returns the changes that the copy settles. */
async function copy(
  context: CommandContext,
  item: RejectedChange,
  within: readonly RejectedChange[],
): Promise<RejectedChange[]> {
  const kind = rejectedKind(item.collection);
  if (!kind.copy) throw new CallError('PARAM_ERROR', { message: `${item.collection} cannot be copied` });
  await kind.copy(context, item, within, newId(context.clock.now()));
  return kind.isCopiedAlone ? [item] : [item, ...within];
}

/** Writes a rejected change again, unless another tab has settled it meanwhile. */
async function resend(context: CommandContext, item: RejectedChange): Promise<void> {
  const { device } = context;
  const { prepare, exclusively } = rejectedKind(item.collection);
  const write = async (): Promise<void> => {
    // another tab may have edited it
    const present = await device.rejectedChanges.get(item.id);
    if (!present) return;
    await prepare?.(context, present);
    await writeAgain(context, present);
    // before another tab can edit it: the edit would write it back
    if (exclusively) await device.rejectedChanges.delete(item.id);
  };
  await (exclusively ? exclusively(context, item, write) : write());
}

export const rejectedChangeCommands: Handlers<'rejectedChange'> = {
  async 'rejectedChange.resolve'(context, { id, action }) {
    const item = await context.device.rejectedChanges.get(id);
    if (!item) return null;
    // dropping a rejected edit of a note does not drop a separately rejected text
    const items = action === 'drop' && item.base ? [item] : await withChildren(context, item);
    if (action === 'retry') {
      for (const each of items) await resend(context, each);
      for (const { collection, documentId } of items) await rejectedKind(collection).sendAgain?.(context, documentId);
    }
    if (action === 'drop') for (const each of items) await rejectedKind(each.collection).drop?.(context, each);
    const settled = action === 'copy' ? await copy(context, item, items.slice(1)) : items;
    await context.device.rejectedChanges.bulkDelete(settled.map((each) => each.id));
    return null;
  },
};

export const lossCommands: Handlers<'loss'> = {
  async 'loss.read'({ device }) {
    await deleteLoss(device);
    return null;
  },
};
