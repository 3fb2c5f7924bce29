/**
 * The use of services: counted in a ledger before the work begins, refused beyond a limit, taken back when the work fails.
 *
 *   consume ──┬ over a limit of the operator or the organization ──► USER_SERVICE_QUOTA_EXCEEDED
 *             └ a row in the ledger ──► work ──┬► done: the row stays
 *                                              └► failed: giveBack deletes it
 *   nightly: rows older than USE_KEPT_MS ──► numbers by person and service
 *
 * Plans and prices build on the ledger; this knows neither.
 */
import { sql } from 'kysely';
import { newId } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import type { Actor, Platform } from '../platform/context';
import { lockUntilCommit } from '../platform/database/transaction-lock';
import type { Service, ServiceLimit, ServiceLimits } from './services';
import './tables';

export const DAY_MS = 24 * 60 * 60_000;
/** A use has a row for slightly more than the year that the overview of the console shows. */
export const USE_KEPT_MS = 400 * DAY_MS;
const NO_LIMIT: ServiceLimit = { personPerDay: null, perDay: null };

export type Consumer = Pick<Actor, 'companyId' | 'userId'>;

export interface Use {
  id: string;
  /** The work failed: this use does not count. Harmless when repeated. */
  giveBack(): Promise<void>;
}

export const lower = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

export class Usage {
  /** @param operatorLimits of every organization of this installation */
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly operatorLimits: ServiceLimits,
  ) {}

  /**
   * Counts one use. Throws USER_SERVICE_QUOTA_EXCEEDED with `service` where a limit of the day is reached.
   * @param useId of work that may begin more than once, e.g. in another process after a crash: it counts once, until it is given back
   */
  async consume({ companyId, userId }: Consumer, service: Service, useId?: string): Promise<Use> {
    const { db, clock, transaction } = this.platform;
    const now = clock.now();
    const id = useId ?? newId(now);
    const since = now - (now % DAY_MS);
    const count = async (): Promise<void> => {
      await db
        .insertInto('service_use')
        .values({ company_id: companyId, id, user_id: userId, service, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    };
    const { personPerDay, perDay } = await this.limitOf(companyId, service);
    if (personPerDay === null && perDay === null) await count();
    else
      await transaction(async () => {
        // Two uses at once must not both be the last one, and the same use must not be refused beside itself.
        await lockUntilCommit(this.platform, `${companyId}/${service}`);
        if (useId !== undefined && (await this.isCounted(companyId, useId))) return;
        const { mine, all } = await db
          .selectFrom('service_use')
          .select(({ fn }) => [
            fn.countAll<number>().as('all'),
            fn.countAll<number>().filterWhere('user_id', '=', userId).as('mine'),
          ])
          .where('company_id', '=', companyId)
          .where('service', '=', service)
          .where('created_at', '>=', since)
          .executeTakeFirstOrThrow();
        if ((personPerDay !== null && Number(mine) >= personPerDay) || (perDay !== null && Number(all) >= perDay))
          throw new CallError('USER_SERVICE_QUOTA_EXCEEDED', { params: { service } });
        await count();
      });
    return { id, giveBack: () => this.giveBack(companyId, [id]) };
  }

  /** The work of these uses failed: they do not count. Harmless when repeated. */
  async giveBack(companyId: string, useIds: readonly string[]): Promise<void> {
    if (useIds.length === 0) return;
    await this.platform.db
      .deleteFrom('service_use')
      .where('company_id', '=', companyId)
      .where('id', 'in', useIds)
      .execute();
  }

  /** Keeps the uses of stopped work counted and gives them other ids, so that a retry counts its own uses. */
  async countAgain(companyId: string, useIds: readonly string[]): Promise<void> {
    if (useIds.length === 0) return;
    const suffix = `/${newId(this.platform.clock.now())}`;
    await this.platform.db
      .updateTable('service_use')
      .set({ id: sql<string>`id || ${suffix}` })
      .where('company_id', '=', companyId)
      .where('id', 'in', useIds)
      .execute();
  }

  private async isCounted(companyId: string, useId: string): Promise<boolean> {
    const use = await this.platform.db
      .selectFrom('service_use')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', useId)
      .executeTakeFirst();
    return use !== undefined;
  }

  /** Replaces rows older than USE_KEPT_MS by their number, in one statement; runs nightly. */
  async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    await db
      .with('past', (tx) =>
        tx
          .deleteFrom('service_use')
          .where('created_at', '<', clock.now() - USE_KEPT_MS)
          .returning(['company_id', 'user_id', 'service']),
      )
      .insertInto('service_use_past')
      .columns(['company_id', 'user_id', 'service', 'uses'])
      .expression((tx) =>
        tx
          .selectFrom('past')
          .select(({ fn }) => ['company_id', 'user_id', 'service', fn.countAll<number>().as('uses')])
          .groupBy(['company_id', 'user_id', 'service']),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'service', 'user_id'])
          .doUpdateSet({ uses: sql`service_use_past.uses + excluded.uses` }),
      )
      .execute();
  }

  /** Limits that an organization has set for itself; the operator's limits apply as well. */
  async setLimit(companyId: string, service: Service, { personPerDay, perDay }: ServiceLimit): Promise<void> {
    const { db } = this.platform;
    if (personPerDay === null && perDay === null) {
      await db.deleteFrom('service_limit').where('company_id', '=', companyId).where('service', '=', service).execute();
      return;
    }
    const values = { person_per_day: personPerDay, per_day: perDay };
    await db
      .insertInto('service_limit')
      .values({ company_id: companyId, service, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'service']).doUpdateSet(values))
      .execute();
  }

  /** The stricter of the operator's and the organization's limit. */
  async limitOf(companyId: string, service: Service): Promise<ServiceLimit> {
    const row = await this.platform.db
      .selectFrom('service_limit')
      .select(['person_per_day', 'per_day'])
      .where('company_id', '=', companyId)
      .where('service', '=', service)
      .executeTakeFirst();
    const operator = this.operatorLimits[service] ?? NO_LIMIT;
    return {
      personPerDay: lower(operator.personPerDay, row?.person_per_day ?? null),
      perDay: lower(operator.perDay, row?.per_day ?? null),
    };
  }
}
