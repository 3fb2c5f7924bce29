/**
 * The local mailbox: without SMTP, messages become `.eml` files in the data folder, and outside production a page shows
 * them.
 *
 * The page treats messages as untrusted: texts are escaped, and HTML is shown in a frame without scripts, forms or an
 * origin.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate } from '../private-folder';
import type { MailMessage, Mailer } from './mailer';
import { escapeHtml } from '../../../sync/model/html-text';

const NAME = /^\d{13}-[0-9a-f]{8}$/;
/** maximum number of messages on the page */
const LISTED_MAX = 200;

interface StoredMessage extends MailMessage {
  id: string;
  /** milliseconds since the epoch */
  at: number;
}

export class LocalMailbox implements Mailer {
  /** @param folder folder of the messages */
  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly now: () => number,
  ) {}

  async send(message: MailMessage): Promise<void> {
    makePrivate(this.folder);
    const at = this.now();
    const id = `${at}-${randomBytes(4).toString('hex')}`;
    // loaded with the first message: the package is large
    const { default: nodemailer } = await import('nodemailer');
    const { message: eml } = await nodemailer
      .createTransport({ streamTransport: true, buffer: true })
      .sendMail({ from: this.from, ...message });
    await this.write(`${id}.eml`, eml as Buffer);
    await this.write(`${id}.json`, JSON.stringify({ ...message, id, at } satisfies StoredMessage));
  }

  /** Lists the newest first. */
  async list(): Promise<StoredMessage[]> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    const ids = names
      .filter((n) => n.endsWith('.json'))
      .map((n) => n.slice(0, -5))
      .filter((id) => NAME.test(id))
      .sort()
      .reverse()
      .slice(0, LISTED_MAX);
    return (await Promise.all(ids.map((id) => this.find(id)))).filter((m) => m !== null);
  }

  async find(id: string): Promise<StoredMessage | null> {
    if (!NAME.test(id)) return null;
    try {
      return JSON.parse(await readFile(join(this.folder, `${id}.json`), 'utf8')) as StoredMessage;
    } catch {
      return null;
    }
  }

  private async write(name: string, content: string | Buffer): Promise<void> {
    const fresh = join(this.folder, `.${name}`);
    await writeFile(fresh, content, { mode: 0o600 });
    await rename(fresh, join(this.folder, name));
  }
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

/** The list of messages. */
export function mailboxPage(messages: readonly StoredMessage[]): string {
  if (messages.length === 0) return page('Mailbox', '<p>No messages.</p>');
  const rows = messages.map(
    (m) =>
      `<li><a href="/mailbox/${escapeHtml(m.id)}">${escapeHtml(m.subject)}</a> — ${escapeHtml(m.to)} — <time>${new Date(m.at).toISOString()}</time></li>`,
  );
  return page('Mailbox', `<ul>${rows.join('\n')}</ul>`);
}

/** One message: its text, and its HTML in a sandboxed frame. */
export function messagePage(message: StoredMessage): string {
  return page(
    message.subject,
    `<p>To ${escapeHtml(message.to)}</p><pre>${escapeHtml(message.text)}</pre>
<iframe sandbox="allow-popups" title="HTML" width="100%" height="600" srcdoc="${escapeHtml(message.html)}"></iframe><p><a href="/mailbox">All messages</a></p>`,
  );
}
