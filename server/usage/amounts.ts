/**
 * Tokens and money of calls of models: reserved with an estimate before a call, settled with its real use after it.
 *
 *   reserve ──┬ over a limit of the day ──► USER_SERVICE_QUOTA_EXCEEDED
 *             └ a row in the ledger ──► call ──┬► settle: the real use, once
 *                                              └► giveBack: the call used nothing, the row is deleted
 *
 * A reservation that is never settled, because its process died, counts with its estimate.
 */
import { sql } from 'kysely';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { lockUntilCommit } from '../platform/database/transaction-lock';
import type { TokenPrice } from '../platform/provider-config';
import { AMOUNT_UNITS, type AmountLimits, type AmountUnit } from './amount-limits';
import type { Service, ServiceLimit } from './services';
import './tables';
import { DAY_MS, lower, USE_KEPT_MS, type Consumer } from './usage';

export interface ModelCall {
  /** A call that begins more than once, e.g. in another process after a crash, has one id and counts once. */
  callId: string;
  service: Service;
  model: string;
  /** of a million tokens */
  price: TokenPrice;
}

export interface TokenAmount {
  input: number;
  output: number;
}

export interface Reservation {
  /** Replaces the estimate by the real use. Without effect when repeated. */
  settle(used: TokenAmount, answered?: Pick<ModelCall, 'model' | 'price'>): Promise<void>;
  /** The call used nothing. Without effect once it is settled. */
  giveBack(): Promise<void>;
}

export type Amounted = Record<AmountUnit, number>;

/** Millionths of the currency: the price is of a million tokens. */
const costOf = ({ input, output }: TokenAmount, price: TokenPrice): number =>
  Math.ceil(input * price.input + output * price.output);
const startOfDay = (now: number): number => now - (now % DAY_MS);

export class Amounts {
  /** @param operatorLimits of every organization of this installation */
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly operatorLimits: AmountLimits,
  ) {}

  /** Throws USER_SERVICE_QUOTA_EXCEEDED with `service` and `unit` where the estimate passes a limit of the day. */
  async reserve(consumer: Consumer, call: ModelCall, estimate: TokenAmount): Promise<Reservation> {
    const { db, clock, transaction } = this.platform;
    const { companyId, userId } = consumer;
    const now = clock.now();
    const cost = costOf(estimate, call.price);
    const count = async (): Promise<void> => {
      await db
        .insertInto('service_amount')
        .values({
          company_id: companyId,
          id: call.callId,
          user_id: userId,
          service: call.service,
          model: call.model,
          input_tokens: estimate.input,
          output_tokens: estimate.output,
          cost,
          is_settled: false,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    };
    const limits = await this.limits(companyId);
    const isLimited = AMOUNT_UNITS.some((unit) => limits[unit].perDay !== null || limits[unit].personPerDay !== null);
    if (!isLimited) await count();
    else
      await transaction(async () => {
        // Two calls at once must not both take the last tokens.
        await lockUntilCommit(this.platform, `${companyId}/amounts`);
        if (await this.isCounted(companyId, call.callId)) return;
        const used = await this.usedToday(companyId, userId);
        const wanted: Amounted = { tokens: estimate.input + estimate.output, money: cost };
        for (const unit of AMOUNT_UNITS) {
          const { perDay, personPerDay } = limits[unit];
          if (
            (perDay !== null && used.all[unit] + wanted[unit] > perDay) ||
            (personPerDay !== null && used.mine[unit] + wanted[unit] > personPerDay)
          )
            throw new CallError('USER_SERVICE_QUOTA_EXCEEDED', { params: { service: call.service, unit } });
        }
        await count();
      });
    return {
      settle: async (used, answered = call) => {
        await db
          .updateTable('service_amount')
          .set({
            model: answered.model,
            input_tokens: used.input,
            output_tokens: used.output,
            cost: costOf(used, answered.price),
            is_settled: true,
          })
          .where('company_id', '=', companyId)
          .where('id', '=', call.callId)
          .where('is_settled', '=', false)
          .execute();
      },
      giveBack: async () => {
        await db
          .deleteFrom('service_amount')
          .where('company_id', '=', companyId)
          .where('id', '=', call.callId)
          .where('is_settled', '=', false)
          .execute();
      },
    };
  }

  /**
   * The id of the next call of work that may call a model several times: another one after each call that was settled,
   * the same again where the process died in a call.
   */
  async nextCallId(companyId: string, workId: string): Promise<string> {
    const { settled } = await this.platform.db
      .selectFrom('service_amount')
      .select(({ fn }) => fn.countAll<number>().as('settled'))
      .where('company_id', '=', companyId)
      .where(({ fn, val }) => fn<boolean>('starts_with', ['id', val(`${workId}/`)]))
      .where('is_settled', '=', true)
      .executeTakeFirstOrThrow();
    return `${workId}/${Number(settled)}`;
  }

  private async isCounted(companyId: string, callId: string): Promise<boolean> {
    const row = await this.platform.db
      .selectFrom('service_amount')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', callId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Of the day (UTC), reservations included; money in millionths. */
  async usedToday(companyId: string, userId = ''): Promise<{ all: Amounted; mine: Amounted }> {
    const { db, clock } = this.platform;
    const found = await sql<Record<'tokens' | 'money' | 'my_tokens' | 'my_money', string>>`
      select coalesce(sum(input_tokens + output_tokens), 0) as tokens, coalesce(sum(cost), 0) as money,
        coalesce(sum(input_tokens + output_tokens) filter (where user_id = ${userId}), 0) as my_tokens,
        coalesce(sum(cost) filter (where user_id = ${userId}), 0) as my_money
      from service_amount where company_id = ${companyId} and created_at >= ${startOfDay(clock.now())}`.execute(db);
    const row = found.rows[0]!;
    return {
      all: { tokens: Number(row.tokens), money: Number(row.money) },
      mine: { tokens: Number(row.my_tokens), money: Number(row.my_money) },
    };
  }

  /** The stricter of the operator's and the organization's limits. */
  async limits(companyId: string): Promise<AmountLimits> {
    const own = await this.ownLimits(companyId);
    const stricter = (unit: AmountUnit): ServiceLimit => ({
      perDay: lower(this.operatorLimits[unit].perDay, own[unit].perDay),
      personPerDay: lower(this.operatorLimits[unit].personPerDay, own[unit].personPerDay),
    });
    return { tokens: stricter('tokens'), money: stricter('money') };
  }

  /** Limits that an organization has set for itself. */
  async ownLimits(companyId: string): Promise<AmountLimits> {
    const rows = await this.platform.db
      .selectFrom('amount_limit')
      .selectAll()
      .where('company_id', '=', companyId)
      .execute();
    const of = (unit: AmountUnit): ServiceLimit => {
      const row = rows.find((each) => each.unit === unit);
      return { perDay: row?.per_day ?? null, personPerDay: row?.person_per_day ?? null };
    };
    return { tokens: of('tokens'), money: of('money') };
  }

  async setLimits(companyId: string, limits: AmountLimits): Promise<void> {
    const { db } = this.platform;
    for (const unit of AMOUNT_UNITS) {
      const values = { per_day: limits[unit].perDay, person_per_day: limits[unit].personPerDay };
      await db
        .insertInto('amount_limit')
        .values({ company_id: companyId, unit, ...values })
        .onConflict((conflict) => conflict.columns(['company_id', 'unit']).doUpdateSet(values))
        .execute();
    }
  }

  /** Deletes rows that no overview shows; runs nightly. */
  async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    await db
      .deleteFrom('service_amount')
      .where('created_at', '<', clock.now() - USE_KEPT_MS)
      .execute();
  }
}
