/** The rows of runs, and the changes that every change of state needs: event, job, and the callbacks of the kind. */
import { hasRunEnded } from '../../sync/model/runs';
import { CallError } from '../../sync/protocol/errors';
import type { ErrorCode } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { jobOf } from './queues';
import { toRun, type RunKind } from './run';
import type { RunTable } from './tables';
import './tables';

export class RunRows {
  readonly kinds = new Map<string, RunKind<never>>();

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>) {}

  select(companyId: string, id: string) {
    return this.platform.db.selectFrom('run').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  }

  /** The newest run of a key, locked. */
  lastOf(companyId: string, kind: string, key: string): Promise<RunTable | undefined> {
    return this.platform.db
      .selectFrom('run')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
  }

  transactionOf<T>(kind: string, companyId: string, work: () => Promise<T>): Promise<T> {
    const own = this.kinds.get(kind)?.transaction;
    return own ? own(companyId, work) : this.platform.transaction(work);
  }

  /** Throws TASK_NOT_FOUND. */
  async locked(companyId: string, id: string, work: (row: RunTable) => Promise<void>): Promise<void> {
    const found = await this.select(companyId, id).executeTakeFirst();
    if (!found) throw new CallError('TASK_NOT_FOUND');
    await this.transactionOf(found.kind, companyId, async () => {
      const row = await this.select(companyId, id).forUpdate().executeTakeFirst();
      if (!row) throw new CallError('TASK_NOT_FOUND');
      await work(row);
    });
  }

  async restart(row: RunTable, changes: Partial<RunTable> = {}): Promise<void> {
    const fields = {
      ...changes,
      state: 'READY' as const,
      attempts: 0,
      deferrals: 0,
      progress: 0,
      error: '',
      cancel_requested: false,
      ended_at: null,
    };
    await this.update(row, fields);
    await this.kinds.get(row.kind)?.restarted?.(toRun({ ...row, ...fields }));
    await this.enqueue(row, 0);
  }

  async update(
    { company_id: companyId, id }: Pick<RunTable, 'company_id' | 'id'>,
    fields: Partial<RunTable>,
  ): Promise<void> {
    const { db, clock, events } = this.platform;
    await db
      .updateTable('run')
      .set({ ...fields, updated_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
    events.publish('run', { companyId, runId: id, isCancelled: false });
  }

  /**
   * Ends a locked run that has not ended: at once where it waits, otherwise when its attempt has received the request.
   */
  async cancel(row: RunTable): Promise<void> {
    if (hasRunEnded(row.state)) return;
    if (row.state !== 'EXECUTING' || (row.lease_until ?? 0) <= this.platform.clock.now())
      return this.end(row, 'CANCELED', '');
    // it is not to begin again, unless a later start asks for that
    await this.update(row, { cancel_requested: true, requested_again: false });
    this.platform.events.publish('run', { companyId: row.company_id, runId: row.id, isCancelled: true });
  }

  async end(row: RunTable, state: 'FAILED' | 'SUCCEEDED' | 'CANCELED', error: ErrorCode | ''): Promise<void> {
    const now = this.platform.clock.now();
    const fields = {
      state,
      error,
      ended_at: now,
      retry_at: null,
      lease_holder: null,
      lease_until: null,
      requested_again: false,
      ...(state === 'SUCCEEDED' ? { progress: 1 } : {}),
    };
    await this.update(row, fields);
    if (state === 'SUCCEEDED') await this.stepsOf(row).execute();
    await this.kinds.get(row.kind)?.ended?.(toRun({ ...row, ...fields, updated_at: now }));
  }

  /** Deletes the finished steps that their kind repeats where a person retries the run. */
  async forgetRepeatedSteps(row: RunTable): Promise<void> {
    const repeats = this.kinds.get(row.kind)?.repeats;
    if (!repeats) return;
    const { db } = this.platform;
    const steps = await db
      .selectFrom('run_step')
      .select('name')
      .where('company_id', '=', row.company_id)
      .where('run_id', '=', row.id)
      .execute();
    const names = steps.map(({ name }) => name).filter((name) => repeats(name));
    if (names.length > 0) await this.stepsOf(row).where('name', 'in', names).execute();
  }

  private stepsOf({ company_id: companyId, id }: Pick<RunTable, 'company_id' | 'id'>) {
    return this.platform.db.deleteFrom('run_step').where('company_id', '=', companyId).where('run_id', '=', id);
  }

  enqueue(
    { company_id: companyId, id: runId, kind }: Pick<RunTable, 'company_id' | 'id' | 'kind'>,
    afterMs: number,
    singletonKey?: string,
  ): Promise<string | null> {
    return this.platform.jobs.enqueue(
      jobOf(kind),
      { companyId, runId },
      {
        group: companyId,
        ...(afterMs > 0 ? { startAfterSeconds: Math.ceil(afterMs / 1000) } : {}),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      },
    );
  }
}
