/** Changes of unsent questions and of their files. */
import type { KindName } from '../../../model/kinds';
import type { Turn } from '../../../model/kinds/turns';
import { filesOfQuestion, refusedWithFile, requeueSentFiles, rowsOfFiles } from '../../files/question-files';
import { isInFlight } from '../../replication/in-flight';
import type { LocalFile } from '../../storage/device-rows';
import { deleteFile } from '../../storage/file-space';
import { assumedRev, type Stored } from '../../storage/stored';
import type { CommandContext } from './context';

/** The stored document, if it never reached the server; otherwise null. */
export async function unsent(
  { documents, device }: Pick<CommandContext, 'documents' | 'device'>,
  kind: KindName,
  id: string,
): Promise<Stored | null> {
  const [row] = await documents.stored(kind, [id]);
  const isUnsent = row && !row._deleted && row.waits && assumedRev(row) === null;
  return isUnsent && !(await isInFlight(device, kind, id)) ? row : null;
}

export const unsentTurn = (context: CommandContext, turnId: string): Promise<Stored | null> =>
  unsent(context, 'turns', turnId);

/** The unsent questions of a chat that refer to a file: a question and its later versions. */
async function unsentWithFile(context: CommandContext, threadId: string, fileId: string): Promise<Turn[]> {
  const turns = (await context.documents.find('turns', { parentId: threadId })).filter((turn) =>
    filesOfQuestion(turn).includes(fileId),
  );
  const unsent: Turn[] = [];
  for (const turn of turns) if (await unsentTurn(context, turn.id)) unsent.push(turn);
  return unsent;
}

/**
 * Queues the files of a question, and of the questions that follow it, again: the server may have deleted them while
 * the question was held back. Must be called before the question can be pushed.
 */
export async function requeueFilesFrom(
  { documents, device }: Pick<CommandContext, 'documents' | 'device'>,
  { id, parentId }: Pick<Turn, 'id' | 'parentId'>,
): Promise<void> {
  const turns = await documents.find('turns', { parentId });
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const turn of turns) if (found.has(turn.followsId)) found.add(turn.id);
  }
  await requeueSentFiles(device, found);
}

/** As `requeueFilesFrom`, for the question of a file. */
export async function requeueFilesBeside(
  context: Pick<CommandContext, 'documents' | 'device'>,
  { turnId }: Pick<LocalFile, 'turnId'>,
): Promise<void> {
  if (turnId === undefined) return;
  const turn = await context.documents.get('turns', turnId);
  if (turn) await requeueFilesFrom(context, turn);
  else await requeueSentFiles(context.device, new Set([turnId]));
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

/**
 * Removes a file from an unsent question and its later versions, and deletes its bytes. A question that was sent stays
 * unchanged.
 */
export async function leaveFileOut(context: CommandContext, turnId: string, fileId: string): Promise<void> {
  const { documents, device } = context;
  const rows = await rowsOfFiles(device, [fileId]);
  for (const row of rows) await requeueFilesBeside(context, row);
  const turn = await unsentTurn(context, turnId);
  // before the bytes are deleted: otherwise the question would be sent with a reference to a missing file
  if (turn)
    for (const { id } of await unsentWithFile(context, String(turn['parentId']), fileId))
      await documents.change('turns', id, ({ fileIds, fileNames }) => {
        const at = fileIds.indexOf(fileId);
        return { fileIds: without(fileIds, at), ...(fileNames ? { fileNames: without(fileNames, at) } : {}) };
      });
  for (const { id } of rows) await deleteFile(device, id);
}

/**
 * Deletes the files of a question that was taken back. Files of another version that is unsent or rejected are assigned
 * to that version.
 */
export async function deleteFilesOf(
  context: CommandContext,
  { id: turnId, parentId, ...turn }: Pick<Turn, 'id' | 'parentId' | 'fileIds'>,
): Promise<void> {
  const { device } = context;
  for (const { id, itemId } of await rowsOfFiles(device, filesOfQuestion(turn))) {
    const [waiting] = await unsentWithFile(context, parentId, itemId);
    const version = waiting?.id ?? (await refusedWithFile(device, itemId, turnId));
    if (version !== undefined) await device.files.update(id, { turnId: version });
    else await deleteFile(device, id);
  }
}
