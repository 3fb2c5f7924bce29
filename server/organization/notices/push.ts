/**
 * Push messages to installed apps and browsers (RFC 8030, 8291, 8292). One job for each message: a repeated one replaces
 * the first on the device, because both carry the notification's id as tag.
 *
 *   notification ─► delivery ─► job for each device with a live session ─► encrypt ─► safe fetch ─► push service
 *                                                                                      │ 404, 410: unsubscribed; 401, 403: other keys
 *                                                                                      └ no answer in time: retried, then paused
 *
 * A client chooses the address, which may never answer: an attempt has a time limit, and a site that failed several
 * times in a row gets one attempt in ten minutes, and after more failures none, so that others' messages find a free
 * worker. Failures are counted per person and site, and outlive the subscription: subscribing again, with another path or
 * key, does not end a pause. If several sites of a person are paused, all of that person's sites are.
 */
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import { within } from '../../../sync/protocol/time-limit';
import type { Actor, Platform } from '../../platform/context';
import type { SafeFetch } from '../../platform/http/safe-fetch';
import type { FeatureJob } from '../../shared/feature';
import { job } from '../../shared/feature';
import { vapidKeys } from './vapid';
import './tables';

export const PUSH_JOB = 'notice-push';
/** devices of one person in one organization; the oldest end first */
const DEVICES_MAX = 20;
/** seconds for which a push service keeps a message for a device that is off */
const TTL_S = 24 * 60 * 60;
/** milliseconds of one attempt */
const TIMEOUT_MS = 5_000;
/** failures of a site in a row after which its messages are dropped during pauses, and after which a subscription is deleted */
const PAUSE_AFTER = 3;
const FORGET_AFTER = 10;
/** paused sites of one person from which on all their addresses are paused: there are fewer push services than that */
const PAUSED_SITES_MAX = 5;
/** milliseconds */
const PAUSE_MS = 10 * 60_000;
/** milliseconds for which failures are remembered */
const FAILURES_KEPT_MS = 24 * 60 * 60_000;

/** The message to the service worker. Without a text, the notification only says that there is something new. */
export interface PushMessage {
  id: string;
  text?: string;
  link?: string;
}

interface Address {
  user_id: string;
  endpoint: string;
}

/** Host and port of an address. It is a valid URL: the call that subscribes checks it. */
const siteOf = ({ endpoint }: Address): string => new URL(endpoint).host;

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'jobs' | 'log' | 'transaction'>;

export class Push {
  constructor(
    private readonly platform: Parts,
    private readonly safeFetch: SafeFetch,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async publicKey(): Promise<string> {
    return (await vapidKeys(this.platform)).publicKey;
  }

  /** Only a session of a person's own device subscribes. Throws NO_PERMISSION for a third party. */
  async subscribe(
    actor: Actor,
    device: { endpoint: string; p256dh: string; auth: string; hasLock: boolean },
  ): Promise<void> {
    if (actor.grant || !actor.sessionId) throw new CallError('NO_PERMISSION');
    const { db, clock } = this.platform;
    const subscription = {
      user_id: actor.userId,
      company_id: actor.companyId,
      endpoint: device.endpoint,
      p256dh: device.p256dh,
      auth: device.auth,
      has_lock: device.hasLock,
      created_at: clock.now(),
    };
    await this.platform.transaction(async () => {
      // After another sign-in a browser keeps its endpoint: messages of the earlier session must not reach it any more.
      // Only the browser knows the subscription's secret, so a client cannot end the subscription of another person.
      await db
        .deleteFrom('push_subscription')
        .where('endpoint', '=', device.endpoint)
        .where('auth', '=', device.auth)
        .where('session_id', '!=', actor.sessionId)
        .execute();
      await db
        .insertInto('push_subscription')
        .values({ id: newId(clock.now()), session_id: actor.sessionId, ...subscription })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(subscription))
        .execute();
      const newest = db
        .selectFrom('push_subscription')
        .select('id')
        .where('company_id', '=', actor.companyId)
        .where('user_id', '=', actor.userId)
        .orderBy('created_at', 'desc')
        .limit(DEVICES_MAX);
      await db
        .deleteFrom('push_subscription')
        .where('company_id', '=', actor.companyId)
        .where('user_id', '=', actor.userId)
        .where('id', 'not in', newest)
        .execute();
    });
  }

  async unsubscribe(actor: Actor): Promise<void> {
    await this.platform.db.deleteFrom('push_subscription').where('session_id', '=', actor.sessionId).execute();
  }

  /** Enqueues one message for each device of the person, inside the current transaction. */
  async enqueue(companyId: string, userId: string, message: PushMessage): Promise<void> {
    for (const { id, has_lock: hasLock } of await this.live(companyId).where('p.user_id', '=', userId).execute())
      await this.platform.jobs.enqueue(PUSH_JOB, {
        companyId,
        subscriptionId: id,
        message: hasLock ? { id: message.id } : message,
      });
  }

  job(): FeatureJob {
    return job<{ companyId: string; subscriptionId: string; message: PushMessage }>(
      {
        name: PUSH_JOB,
        retryLimit: 2,
        retryDelay: 30,
        expireInSeconds: 30,
        concurrency: 4,
        handle: ({ companyId, subscriptionId, message }, { signal }) =>
          this.send(companyId, subscriptionId, message, signal),
      },
      // the keys are made at the first start
      { started: async () => void (await this.publicKey()) },
    );
  }

  /** Deletes the subscriptions of sessions that have ended, and old failures. */
  async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    await db
      .deleteFrom('push_subscription')
      .where('session_id', 'in', (sessions) =>
        sessions
          .selectFrom('sessions')
          .select('id')
          .where(({ or, eb }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<', clock.now())])),
      )
      .execute();
    await db
      .deleteFrom('push_failure')
      .where('failed_at', '<', clock.now() - FAILURES_KEPT_MS)
      .execute();
  }

  /** Subscriptions of sessions that are neither ended nor revoked, and still work in the company. */
  private live(companyId: string) {
    const { db, clock } = this.platform;
    return db
      .selectFrom('push_subscription as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .innerJoin('user_company as m', (join) =>
        join.onRef('m.company_id', '=', 'p.company_id').onRef('m.user_id', '=', 'p.user_id'),
      )
      .selectAll('p')
      .where('p.company_id', '=', companyId)
      .whereRef('s.company_id', '=', 'p.company_id')
      .whereRef('s.user_id', '=', 'p.user_id')
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', clock.now())
      .where('m.status', '=', 'active')
      .where('m.enabled', '=', true);
  }

  /** Sends one message. Reads the session again, which may have ended since the message was enqueued. */
  private async send(
    companyId: string,
    subscriptionId: string,
    message: PushMessage,
    signal: AbortSignal,
  ): Promise<void> {
    const device = await this.live(companyId).where('p.id', '=', subscriptionId).executeTakeFirst();
    if (!device) return;
    const { isFailing, pausedUntil } = await this.failuresOf(device);
    if (this.platform.clock.now() < pausedUntil) return;
    const keys = await vapidKeys(this.platform);
    const { publicOrigin } = this.platform.config;
    // loaded with the first message: most installations send none
    const { default: webPush } = await import('web-push');
    let request: { headers: Record<string, string | number>; body: Buffer };
    try {
      request = webPush.generateRequestDetails(
        { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
        JSON.stringify(device.has_lock ? { id: message.id } : message),
        {
          vapidDetails: {
            subject: publicOrigin?.startsWith('https:') ? publicOrigin : 'mailto:operator@localhost.invalid',
            ...keys,
          },
          TTL: TTL_S,
          contentEncoding: 'aes128gcm',
        },
      ) as unknown as typeof request;
    } catch {
      // the subscription's key is not a point of the curve: no message can be encrypted for this device
      return this.forget(subscriptionId);
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => !/^content-length$/i.test(name))
        .map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    let status: number;
    try {
      ({ status } = await within(this.timeoutMs, signal, (limited) =>
        this.safeFetch(device.endpoint, { post: { body: request.body, headers }, signal: limited }),
      ));
    } catch (error) {
      // the process is shutting down
      signal.throwIfAborted();
      // an invalid or private address will not become a valid one
      if (error instanceof CallError && /^WEBSITE_URL_(INVALID|NOT_PUBLIC)$/.test(error.code))
        return this.forget(subscriptionId);
      if ((await this.failed(device)) >= FORGET_AFTER) await this.forget(subscriptionId);
      if (isFailing) return;
      throw error;
    }
    await this.answered(device);
    // 401, 403: the subscription is for another key pair; the device subscribes again at its next start
    if ([401, 403, 404, 410].includes(status)) return this.forget(subscriptionId);
    // a failure of the push service, not of the subscription: retried
    if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`);
    if (status >= 400) this.platform.log.warn({ status }, 'a push service refused a message');
  }

  /** `isFailing`: an attempt is not repeated. `pausedUntil`: milliseconds; 0 for no pause. */
  private async failuresOf(address: Address): Promise<{ isFailing: boolean; pausedUntil: number }> {
    const { db, clock } = this.platform;
    const rows = await db
      .selectFrom('push_failure')
      .select(['site', 'failed_at'])
      .where('user_id', '=', address.user_id)
      .where('failures', '>=', PAUSE_AFTER)
      .where('failed_at', '>', clock.now() - FAILURES_KEPT_MS)
      .execute();
    const paused = rows.length >= PAUSED_SITES_MAX ? rows : rows.filter(({ site }) => site === siteOf(address));
    if (paused.length === 0) return { isFailing: false, pausedUntil: 0 };
    return { isFailing: true, pausedUntil: Math.max(...paused.map(({ failed_at }) => failed_at)) + PAUSE_MS };
  }

  /** Counts a failure. Returns the number of failures of the site in a row. */
  private async failed(address: Address): Promise<number> {
    const { db, clock } = this.platform;
    const row = await db
      .insertInto('push_failure')
      .values({ user_id: address.user_id, site: siteOf(address), failures: 1, failed_at: clock.now() })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'site']).doUpdateSet(({ eb, ref }) => ({
          failures: eb('push_failure.failures', '+', 1),
          failed_at: ref('excluded.failed_at'),
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    return row.failures;
  }

  private async answered(address: Address): Promise<void> {
    await this.platform.db
      .deleteFrom('push_failure')
      .where('user_id', '=', address.user_id)
      .where('site', '=', siteOf(address))
      .execute();
  }

  private async forget(subscriptionId: string): Promise<void> {
    await this.platform.db.deleteFrom('push_subscription').where('id', '=', subscriptionId).execute();
  }
}
