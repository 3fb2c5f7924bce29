/** The inbox of tasks as calls. */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { Run, Runs } from '../../runs/runs';
import { taskCalls as calls, type Task } from './contract';

const taskOf = ({ companyId: _company, ownerId: _owner, state, ...run }: Run): Task => ({ ...run, status: state });

export function taskRoutes(runs: Runs): BoundCall[] {
  const own = async ({ companyId, userId }: Actor, id: string): Promise<Task> => {
    const run = await runs.get(companyId, id);
    if (run.ownerId !== userId) throw new CallError('TASK_NOT_FOUND');
    return taskOf(run);
  };
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
      await own(actor, input.id);
      await runs.cancel(actor.companyId, input.id);
      return own(actor, input.id);
    }),
    bind(calls.retry, async ({ actor, input }) => {
      await own(actor, input.id);
      await runs.retry(actor.companyId, input.id);
      return own(actor, input.id);
    }),
  ];
}
