/**
 * Sends messages in the background: enqueued in the transaction of their event, within the mail limits, retried while
 * the mail server is unavailable.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { job, type FeatureJob } from '../../shared/feature';
import { compose, type MailRequest, type MailKind, type MailParams } from './templates';
import { isNotice, type Cause, type MailLimits } from './limits';

const JOB = 'mail';

export class Post {
  constructor(
    private readonly platform: Pick<Platform, 'jobs' | 'mail' | 'config'>,
    private readonly limits: MailLimits,
  ) {}

  job(): FeatureJob {
    return job<MailRequest>({
      name: JOB,
      retryLimit: 10,
      retryDelay: 5,
      expireInSeconds: 120,
      handle: (request) => this.platform.mail.send(compose(request)),
    });
  }

  /**
   * Links use the configured origin, never that of a request: a forged Host header could name another site. Throws
   * OPERATE_TOO_FAST if the address or the company has reached its daily limit; a notice is skipped instead.
   * Returns whether it is sent.
   * @param path path that the button opens, '' for none
   * @param companyId organization in whose name it is sent, '' for none
   * @param unsubscribe path that ends mails of this kind
   * @param cause whose limit it counts for, if not that of its kind
   */
  async send<K extends MailKind>(
    kind: K,
    to: { email: string; lang: string },
    params: MailParams[K],
    path: string,
    companyId = '',
    unsubscribe?: string,
    cause?: Cause,
  ): Promise<boolean> {
    try {
      await this.limits.count(kind, to.email, companyId, cause);
    } catch (error) {
      if (isNotice(kind) && error instanceof CallError && error.code === 'OPERATE_TOO_FAST') return false;
      throw error;
    }
    const base = this.platform.config.publicOrigin ?? `http://localhost:${this.platform.config.port}`;
    await this.platform.jobs.enqueue(JOB, {
      kind,
      to: to.email,
      lang: to.lang,
      params,
      link: path ? new URL(path, base).href : '',
      ...(unsubscribe ? { unsubscribe: new URL(unsubscribe, base).href } : {}),
    } satisfies MailRequest);
    return true;
  }
}
