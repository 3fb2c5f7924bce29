/**
 * Sends messages in the background: enqueued in the transaction of what they tell, within the limits of mails, tried again while the mail
 * server is away.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { compose, type MailRequest, type MailKind, type MailParams } from './templates';
import { isNotice, type MailLimits } from './limits';

const JOB = 'mail';

export class Post {
  /** Before `jobs.start()`. */
  constructor(
    private readonly platform: Pick<Platform, 'jobs' | 'mail' | 'config'>,
    private readonly limits: MailLimits,
  ) {
    platform.jobs.define<MailRequest>({
      name: JOB,
      retryLimit: 10,
      retryDelay: 5,
      expireInSeconds: 120,
      handle: (request) => platform.mail.send(compose(request)),
    });
  }

  /**
   * The address of the site in a link comes from the configuration, never from a request: whoever sends one could name a site of theirs.
   * Throws OPERATE_TOO_FAST where the address or the company has had enough of this kind today; a notice is left out then.
   * @param path of this site that the button opens, '' for none
   * @param companyId in whose name it goes out, '' for none
   */
  async send<K extends MailKind>(
    kind: K,
    to: { email: string; lang: string },
    params: MailParams[K],
    path: string,
    companyId = '',
  ): Promise<void> {
    try {
      await this.limits.count(kind, to.email, companyId);
    } catch (error) {
      if (isNotice(kind) && error instanceof CallError && error.code === 'OPERATE_TOO_FAST') return;
      throw error;
    }
    const base = this.platform.config.publicOrigin ?? `http://localhost:${this.platform.config.port}`;
    await this.platform.jobs.enqueue(JOB, {
      kind,
      to: to.email,
      lang: to.lang,
      params,
      link: path ? new URL(path, base).href : '',
    } satisfies MailRequest);
  }
}
