/** Calls on project files: rename, move, delete, versions, parsing. The policy of project items checks changes. */
import { spaceOf } from '../../../sync/model/ids';
import { cleanFileName } from '../../../sync/model/file-name';
import type { Doc } from '../../../sync/model/kinds';
import { hasRunEnded } from '../../../sync/model/runs';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { changeDoc, deleteDoc } from '../change';
import { projectItemPolicy } from '../projects/item-policy';
import type { fileCalls } from './contract';
import { FILE_PARSE, startParsing } from './parse-request';
import { visibleFile, writableFile } from './project-files';
import type { FileServices } from './services';
import { addVersion, versionOf, versionsOf } from './versions';

type Calls = typeof fileCalls;
type Item = Doc<'projectItems'>;

export function createItems(core: FileServices) {
  const { platform, sync, runs } = core;
  const policy = projectItemPolicy(platform);

  return {
    /** Deletes all files, or none if the person may not see or change one of them. */
    remove: (actor: Actor, ids: readonly string[]): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        for (const id of ids) await writableFile(tx, actor, id);
        for (const id of ids) await deleteDoc(tx, actor, policy, id);
      }),

    async update(actor: Actor, { id, title, projectId }: ParsedInput<Calls['update']>): Promise<Item> {
      await sync.write(actor.companyId, async (tx) => {
        await writableFile(tx, actor, id);
        await changeDoc(tx, actor, policy, id, {
          ...(title === undefined ? {} : { title: cleanFileName(title) }),
          ...(projectId === undefined ? {} : { projectId, space: spaceOf('project', projectId) }),
        });
      });
      return visibleFile(core, actor, id);
    },

    async versions(actor: Actor, id: string): Promise<CallOutput<Calls['versions']>> {
      await visibleFile(core, actor, id);
      const rows = await versionsOf(platform, actor.companyId, id);
      return {
        list: rows.map((row) => ({
          version: row.version,
          name: row.name,
          size: row.size,
          sha256: row.sha256,
          userId: row.user_id,
          createdAt: row.created_at,
        })),
      };
    },

    async restoreVersion(actor: Actor, { id, version }: ParsedInput<Calls['restoreVersion']>): Promise<Item> {
      await sync.write(actor.companyId, async (tx) => {
        const item = await writableFile(tx, actor, id);
        const stored = await versionOf(platform, actor.companyId, id, version);
        if (!stored) throw new CallError('FILE_VERSION_NOT_FOUND');
        if (stored.sha256 === item.sha256) return;
        const { upload_id, name, size, sha256, type } = stored;
        // both versions share the stored bytes, which count once
        await addVersion(core, tx, item, { upload_id, name, size, sha256, type, user_id: actor.userId });
      });
      return visibleFile(core, actor, id);
    },

    async cancelParsing(actor: Actor, id: string): Promise<void> {
      await sync.read(actor.companyId, (tx) => writableFile(tx, actor, id));
      const run = await runs.last(actor.companyId, FILE_PARSE, id);
      if (run && !hasRunEnded(run.state)) await runs.cancel(actor.companyId, run.id);
    },

    retryParsing: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        const item = await writableFile(tx, actor, id);
        if (item.version === 0) throw new CallError('FILE_NOT_STORED');
        if (item.parseStatus !== 'failed' && item.parseStatus !== 'canceled') return;
        await tx.put('projectItems', id, { parseStatus: 'waiting', error: '' });
        await startParsing(core, actor.companyId, id, actor.userId, true);
      }),
  };
}
