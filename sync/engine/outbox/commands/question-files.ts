/** Changes of the files of questions that were not sent. */
import type { Turn } from '../../../model/kinds/turns';
import { requeueSentFiles, rowsOfFiles } from '../../files/question-files';
import { isInFlight } from '../../replication/in-flight';
import { deleteFile } from '../../storage/file-space';
import type { Stored } from '../../storage/stored';
import type { CommandContext } from './context';

/** The stored question, if it never reached the server; otherwise null. */
export async function unsentTurn({ documents, device }: CommandContext, turnId: string): Promise<Stored | null> {
  const [row] = await documents.stored('turns', [turnId]);
  const isUnsent = row && !row._deleted && row.waits && !row.pending?.base;
  return isUnsent && !(await isInFlight(device, 'turns', turnId)) ? row : null;
}

/** The questions of a chat that were not sent and name a file: a question and its later versions. */
async function unsentWithFile(context: CommandContext, threadId: string, fileId: string): Promise<Turn[]> {
  const turns = (await context.documents.find('turns', { parentId: threadId })).filter(({ fileIds }) =>
    fileIds.includes(fileId),
  );
  const unsent: Turn[] = [];
  for (const turn of turns) if (await unsentTurn(context, turn.id)) unsent.push(turn);
  return unsent;
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

/**
 * Sends a question, and its later versions, without one of their files, whose bytes are deleted. Does nothing if the
 * question was sent.
 */
export async function leaveFileOut(context: CommandContext, turnId: string, fileId: string): Promise<void> {
  const { documents, device } = context;
  const rows = await rowsOfFiles(device, [fileId]);
  // before the question no longer waits
  for (const row of rows) await requeueSentFiles(device, row.turnId!);
  const turn = await unsentTurn(context, turnId);
  // before the bytes: a question that names a file without them would be sent with a missing file
  if (turn)
    for (const { id } of await unsentWithFile(context, String(turn['parentId']), fileId))
      await documents.change('turns', id, ({ fileIds, fileNames }) => {
        const at = fileIds.indexOf(fileId);
        return { fileIds: without(fileIds, at), ...(fileNames ? { fileNames: without(fileNames, at) } : {}) };
      });
  for (const { id } of rows) await deleteFile(device, id);
}

/** The question was taken back: its files are deleted, unless a version of it waits for them as well. */
export async function deleteFilesOf(
  context: CommandContext,
  threadId: string,
  fileIds: readonly string[],
): Promise<void> {
  const { device } = context;
  for (const { id, itemId } of await rowsOfFiles(device, fileIds)) {
    const [version] = await unsentWithFile(context, threadId, itemId);
    if (version) await device.files.update(id, { turnId: version.id });
    else await deleteFile(device, id);
  }
}
