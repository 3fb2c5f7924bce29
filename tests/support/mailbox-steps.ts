/** Steps with e-mail: reads the messages that a test's server sent from its mailbox on the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

interface Mail {
  to: string;
  text: string;
  headers?: Record<string, string>;
}

/** The newest message to an address that `passes`, once it has arrived. */
export async function mailTo(
  dataDir: string,
  email: string,
  passes: (mail: Mail) => boolean = () => true,
): Promise<Mail> {
  const folder = join(dataDir, 'mail');
  const newest = (): Mail | undefined =>
    readdirSync(folder, { withFileTypes: true })
      .map((entry) => entry.name)
      .filter((name) => /^\d.*\.json$/.test(name))
      .sort()
      .reverse()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mail)
      .find((mail) => mail.to === email && passes(mail));
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

const linkIn = (mail: Mail): string | undefined => /http:\/\/\S+/.exec(mail.text)?.[0];

/**
 * The link of the newest message to an address, once it has arrived. `about`: part of its path, if several messages
 * link there.
 */
export async function linkTo(dataDir: string, email: string, about = ''): Promise<string> {
  return linkIn(await mailTo(dataDir, email, (mail) => linkIn(mail)?.includes(about) === true))!;
}
