/** Sends messages in the background: enqueued in the transaction of what they tell, tried again while the mail server is away. */
import type { Platform } from '../../platform/context';
import { compose, type Letter, type LetterKind, type LetterParams } from './letters';

const JOB = 'mail';

export class Post {
  /** Before `jobs.start()`. */
  constructor(private readonly platform: Pick<Platform, 'jobs' | 'mail' | 'config'>) {
    platform.jobs.define<Letter>({ name: JOB, retryLimit: 10, retryDelay: 5, expireInSeconds: 120, handle: (letter) => platform.mail.send(compose(letter)) });
  }

  /**
   * The address of the site in a link comes from the configuration, never from a request: whoever sends one could name a site of theirs.
   * @param path of this site that the button opens, '' for none
   */
  async send<K extends LetterKind>(kind: K, to: { email: string; lang: string }, params: LetterParams[K], path: string): Promise<void> {
    const base = this.platform.config.publicOrigin ?? `http://localhost:${this.platform.config.port}`;
    await this.platform.jobs.enqueue(JOB, { kind, to: to.email, lang: to.lang, params, link: path ? new URL(path, base).href : '' } satisfies Letter);
  }
}
