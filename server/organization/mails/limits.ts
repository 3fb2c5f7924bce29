/**
 * Daily limits of mails that people cause, counted in the database, so that all processes count together. Forms accept
 * any address, so without limits Satchel could be used to flood a stranger's mailbox.
 *
 *   a mail counts for  its recipient                   by cause: a flood of one cause does not block the others
 *                      its recipient, by organization  so that one organization cannot use up the limit of others
 *                      its organization
 *
 * Days are in UTC. Counts are part of the sending transaction: a refused mail does not count.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { MailKind } from './templates';
import './tables';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Actions of people that send mails. */
export type Cause =
  | 'invitation'
  | 'registration'
  | 'application'
  | 'reset'
  | 'joinRequest'
  | 'membership'
  | 'ownership'
  | 'notice'
  | 'digest';

/** null: no limit. The notice of a changed password is always sent: an attacker may have changed it. */
const CAUSES: Readonly<Record<MailKind, Cause | null>> = {
  invitation: 'invitation',
  activateCompany: 'registration',
  accountExists: 'registration',
  verifyApplication: 'application',
  resetPassword: 'reset',
  joinRequestWaiting: 'joinRequest',
  joinApproved: 'membership',
  joinRefused: 'membership',
  ownerTransferred: 'ownership',
  removedFromCompany: 'membership',
  notices: 'notice',
  passwordChanged: null,
};

interface Limit {
  toOne?: number;
  toOneFromCompany?: number;
  fromCompany?: number;
}

/**
 * Mails per day and cause. Notices to members have a limit per organization, so that one organization cannot use up the
 * limit of another; required notices (`membership`, `ownership`) are counted apart from those that a person can switch off.
 */
export const MAILS_A_DAY = {
  invitation: { toOne: 10, toOneFromCompany: 3, fromCompany: 200 },
  registration: { toOne: 8 },
  application: { toOne: 8, toOneFromCompany: 5, fromCompany: 200 },
  reset: { toOne: 10 },
  joinRequest: { toOneFromCompany: 50 },
  membership: { toOneFromCompany: 20 },
  ownership: { toOneFromCompany: 20 },
  /** notifications that are mailed immediately; beyond the limit they wait for the digest */
  notice: { toOneFromCompany: 50 },
  digest: { toOneFromCompany: 3 },
} satisfies Readonly<Record<Cause, Limit>>;
const NOTICES: ReadonlySet<Cause | null> = new Set(['joinRequest', 'membership', 'ownership', 'notice', 'digest']);

/** Whether a mail is a notice of an event that the console and the workspace show as well. */
export const isNotice = (kind: MailKind): boolean => NOTICES.has(CAUSES[kind]);

/** Normalises aliases of a mailbox: `name+tag@host` and, at Gmail, `n.a.m.e@host` (RFC 5233). */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, host] = [email.slice(0, at).replace(/(?<=.)\+.*$/, ''), email.slice(at + 1)];
  return `${/^(gmail|googlemail)\.com$/.test(host) ? name.replaceAll('.', '') : name}@${host}`;
}

export class MailLimits {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>) {}

  /** Counts a mail. Throws OPERATE_TOO_FAST with the `seconds` until the next day when a limit is reached. */
  async count(kind: MailKind, email: string, companyId: string, cause = CAUSES[kind]): Promise<void> {
    if (cause === null) return;
    const { toOne, toOneFromCompany, fromCompany }: Limit = MAILS_A_DAY[cause];
    const mailbox = mailboxOf(email);
    await this.platform.transaction(async () => {
      // Fixed order, so that two transactions cannot deadlock.
      if (fromCompany !== undefined) await this.add(`${cause} from ${companyId}`, fromCompany);
      if (toOne !== undefined) await this.add(`${cause} to ${mailbox}`, toOne);
      if (toOneFromCompany !== undefined) await this.add(`${cause} to ${mailbox} from ${companyId}`, toOneFromCompany);
    });
  }

  /** Deletes counts before yesterday. */
  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('mail_count')
      .where('day', '<', this.today() - 1)
      .execute();
  }

  private async add(key: string, limit: number): Promise<void> {
    const { n } = await this.platform.db
      .insertInto('mail_count')
      .values({ key, day: this.today(), n: 1 })
      .onConflict((c) => c.columns(['key', 'day']).doUpdateSet((e) => ({ n: e('mail_count.n', '+', 1) })))
      .returning('n')
      .executeTakeFirstOrThrow();
    if (n > limit)
      throw new CallError('OPERATE_TOO_FAST', {
        params: { seconds: Math.ceil(((this.today() + 1) * DAY_MS - this.platform.clock.now()) / 1000) },
      });
  }

  private today(): number {
    return Math.floor(this.platform.clock.now() / DAY_MS);
  }
}
