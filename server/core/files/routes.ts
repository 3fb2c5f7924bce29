/** Binds the calls of files to their services. */
import { FILE_TYPES } from '../../../sync/model/file-types';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { addressOfBatch, refuseHidden } from './batch';
import { fileCalls as calls } from './contract';
import { createItems } from './items';
import { createProjectFiles } from './project-files';
import { createRecordings } from './recording';
import { storageLimitOf } from '../uploads/resumable';
import type { FileServices } from './services';
import { createTemporaryFiles } from './temporary';
import { temporaryOf } from './temporary-rows';

export function fileRoutes(core: FileServices): BoundCall[] {
  const { platform } = core;
  const files = createProjectFiles(core);
  const items = createItems(core);
  const temporary = createTemporaryFiles(core);
  const recordings = createRecordings(core);

  const remove = async (actor: Actor, ids: readonly string[]): Promise<void> => {
    const own = new Set((await temporaryOf(platform, actor, ids)).map((row) => row.id));
    await items.remove(
      actor,
      ids.filter((id) => !own.has(id)),
    );
    await temporary.remove(actor, [...own]);
  };

  return [
    bind(calls.types, async () => ({ list: [...FILE_TYPES], maxFiles: LIMITS.selectionFiles })),
    bind(calls.storage, async ({ actor: { companyId } }) => ({
      used: await core.storedBytes(companyId),
      limit: await storageLimitOf(core, companyId),
    })),
    bind(calls.apply, ({ actor, input }) => files.apply(actor, input)),
    bind(calls.finish, ({ actor, input }) => files.finish(actor, input)),
    bind(calls.applyTemporary, ({ actor, input }) => temporary.apply(actor, input)),
    bind(calls.finishTemporary, ({ actor, input }) => temporary.finish(actor, input.uploadIds)),
    bind(calls.remove, async ({ actor, input }) => {
      await remove(actor, [...new Set(input.ids)]);
      return {};
    }),
    bind(calls.update, ({ actor, input }) => items.update(actor, input)),
    bind(calls.cancelParsing, async ({ actor, input }) => {
      await items.cancelParsing(actor, input.id);
      return {};
    }),
    bind(calls.retryParsing, async ({ actor, input }) => {
      await items.retryParsing(actor, input.id);
      return {};
    }),
    bind(calls.versions, ({ actor, input }) => items.versions(actor, input.id)),
    bind(calls.restoreVersion, ({ actor, input }) => items.restoreVersion(actor, input)),
    bind(calls.makeRecording, ({ actor, input }) => recordings.make(actor, input)),
    bind(calls.applyBatchDownload, async ({ actor, input }) => {
      await refuseHidden(core, actor, input.ids);
      return addressOfBatch(core, actor, input.ids, false);
    }),
    bind(calls.searchChat, ({ actor, input }) => temporary.search(actor, input)),
    bind(calls.getChat, ({ actor, input }) => temporary.get(actor, input.id)),
    bind(calls.downloadChat, ({ actor, input }) => temporary.download(actor, input.id)),
    bind(calls.downloadChatBatch, async ({ actor, input }) => {
      const ids = [...new Set(input.ids)];
      if ((await temporaryOf(platform, actor, ids)).length < ids.length) throw new CallError('FILE_NOT_FOUND');
      return addressOfBatch(core, actor, ids, true);
    }),
    bind(calls.uploadChat, ({ actor, input }) => temporary.upload(actor, input)),
  ];
}
