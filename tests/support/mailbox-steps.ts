/** Steps of people who receive e-mail: messages that a test's server sent, from its mailbox on the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * The link of the newest message to an address, once it has arrived. `about`: part of its path, if several messages
 * link there.
 */
export async function linkTo(dataDir: string, email: string, about = ''): Promise<string> {
  const folder = join(dataDir, 'mail');
  const newest = (): string | undefined => {
    const names = readdirSync(folder, { withFileTypes: true })
      .map((entry) => entry.name)
      .filter((name) => /^\d.*\.json$/.test(name))
      .sort()
      .reverse();
    const mails = names.map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; text: string },
    );
    return mails
      .filter((mail) => mail.to === email)
      .map((mail) => /http:\/\/\S+/.exec(mail.text)?.[0])
      .find((link) => link?.includes(about));
  };
  await expect
    .poll(() => {
      try {
        return newest() !== undefined;
      } catch {
        return false;
      }
    })
    .toBe(true);
  return newest()!;
}
