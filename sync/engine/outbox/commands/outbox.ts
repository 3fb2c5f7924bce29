/** Commands for rows of the outbox: send again, ask the server, give up. */
import type { KindName } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { deleteImage } from '../../images/image-store';
import { deleteWithCaptions } from '../../recording/kept-captions';
import { isLocalOnly } from '../../storage/device-rows';
import { isOfServer } from '../../storage/stored';
import type { CommandContext, Handlers } from './context';
import { dropFile, sendFilesAgain } from './files';
import { sendImageAgain } from './images';
import { isStoredOnServer, sendAgain } from './recordings';

/** Splits the id of an outbox row: `call/<id>`, `<kind>/<id>`, `recording/<id>`, `image/<id>` or `file/<id>`. */
const splitId = (id: string): [string, string] => [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)];

export const outboxCommands: Handlers<'outbox'> = {
  async 'outbox.retry'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'recording') await sendAgain(context, rest);
    else if (kind === 'image') await sendImageAgain(context, rest);
    else if (kind === 'file') await sendFilesAgain(context, [rest]);
    else if (kind === 'call') await context.outbox.retry(rest);
    context.retryNow();
    return null;
  },

  async 'outbox.onServer'(context, { id }) {
    const [kind, rest] = splitId(id);
    try {
      if (kind === 'recording') return { answer: (await isStoredOnServer(context, rest)) ? 'yes' : 'no' };
      // the effect of a call cannot be queried; an image or file in the outbox is not confirmed by the server
      if (kind === 'call' || kind === 'image' || kind === 'file' || !(await context.refresh()))
        return { answer: 'unknown' };
      return { answer: (await context.documents.get(kind as KindName, rest.split('/')[0]!)) ? 'yes' : 'no' };
    } catch (error) {
      if (error instanceof CallError) return { answer: 'unknown' };
      throw error;
    }
  },

  async 'outbox.drop'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'call') await context.outbox.drop(rest);
    else if (kind === 'recording') await dropRecording(context, rest);
    else if (kind === 'image') await deleteImage(context.device, rest);
    else if (kind === 'file') await dropFile(context, rest);
    else await dropDocument(context, kind as KindName, rest);
    return null;
  },
};

/** Drops a recording in two steps: a queued one leaves the outbox and stays on this device; a local one is deleted. */
async function dropRecording({ device }: CommandContext, id: string): Promise<void> {
  const recording = await device.recordings.get(id);
  if (!recording) return;
  if (isLocalOnly(recording)) {
    await deleteWithCaptions(device, id);
    return;
  }
  if (recording.transfer === 'local') throw new CallError('PARAM_ERROR', { message: 'the recording is still running' });
  await device.transaction('rw', device.recordings.rows, device.uploads, async () => {
    await device.uploads.delete(id);
    await device.recordings.update(id, { transfer: 'local' });
  });
}

/** Drops a pending document: a new one is removed, a deletion is undone. An edit cannot be dropped (PARAM_ERROR). */
async function dropDocument({ documents }: CommandContext, collection: KindName, id: string): Promise<void> {
  const [row] = await documents.stored(collection, [id]);
  if (!row?.waits) return;
  if (row._deleted) {
    await documents.restore(collection, id);
    return;
  }
  if (isOfServer(row)) throw new CallError('PARAM_ERROR', { message: 'an edit can only be undone in the document' });
  await documents.remove(collection, [id]);
}
