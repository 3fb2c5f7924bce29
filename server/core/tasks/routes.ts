/** The inbox of tasks as calls. */
import { topDocumentOf } from '../../../sync/model/kinds';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { Run } from '../../runs/run';
import type { Runs } from '../../runs/runs';
import type { SyncStore } from '../../sync/store';
import { taskCalls as calls, type Task } from './contract';

const taskOf = ({ companyId: _company, ownerId: _owner, state, ...run }: Run): Task => ({ ...run, status: state });

export function taskRoutes({ runs, sync }: { runs: Runs; sync: Pick<SyncStore, 'visible'> }): BoundCall[] {
  const ownRun = async ({ companyId, userId }: Actor, id: string): Promise<Run> => {
    const run = await runs.get(companyId, id);
    if (run.ownerId !== userId) throw new CallError('TASK_NOT_FOUND');
    return run;
  };
  const own = async (actor: Actor, id: string): Promise<Task> => taskOf(await ownRun(actor, id));
  return [
    bind(calls.page, async ({ actor, input: { currentPage, pageSize, status } }) => {
      const { runs: found, total } = await runs.list(actor.companyId, actor.userId, {
        page: currentPage,
        size: pageSize,
        state: status,
      });
      return { list: found.map(taskOf), total, currentPage, pageSize };
    }),
    bind(calls.get, ({ actor, input }) => own(actor, input.id)),
    bind(calls.cancel, async ({ actor, input }) => {
      await ownRun(actor, input.id);
      await runs.cancel(actor.companyId, input.id);
      return own(actor, input.id);
    }),
    bind(calls.retry, async ({ actor, input }) => {
      const { subject, kind } = await ownRun(actor, input.id);
      // a run writes to the document, and its owner may have lost access to it since the run began
      const document = await sync.visible(actor, ...topDocumentOf(subject.collection, subject.id));
      if (!document) throw new CallError('NO_PERMISSION');
      if (!runs.checksRetry(kind) && !document.abilities.includes('update')) throw new CallError('NO_PERMISSION');
      await runs.retry(actor.companyId, input.id, actor.userId);
      return own(actor, input.id);
    }),
  ];
}
