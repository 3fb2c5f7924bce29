import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalMailbox, mailboxPage, messagePage } from './mailbox';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const evil = {
  to: '"><script>1</script>@example.com',
  subject: '<b>Hi</b>',
  text: '</pre><script>alert(1)</script>',
  html: `<a href="x">"quoted"</a><script>alert(2)</script>`,
  lang: 'ja',
};

describe('the local mailbox', () => {
  it('stores messages as .eml and lists the newest first', async () => {
    let now = 1_700_000_000_000;
    const mailbox = new LocalMailbox(folder, 'Satchel <s@localhost.invalid>', () => (now += 1000));
    await mailbox.send({ to: 'a@example.com', subject: '最初', text: 'one', html: '<p>one</p>', lang: 'ja' });
    await mailbox.send({ to: 'b@example.com', subject: 'second', text: 'two', html: '<p>two</p>', lang: 'en' });
    expect((await mailbox.list()).map((m) => m.subject)).toEqual(['second', '最初']);
    const eml = readFileSync(
      join(
        folder,
        readdirSync(folder).find((n) => n.endsWith('.eml'))!,
      ),
      'utf8',
    );
    expect(eml).toMatch(/^From: Satchel <s@localhost\.invalid>/m);
    expect(await mailbox.find('../../etc/passwd')).toBeNull();
  });

  it('shows the content of a message without running or loading anything in it', async () => {
    const message = { ...evil, id: '1700000000000-00000000', at: 1_700_000_000_000 };
    for (const html of [mailboxPage([message]), messagePage(message)]) {
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<b>Hi');
    }
    expect(messagePage(message)).toContain('sandbox="allow-popups"');
    expect(messagePage(message)).toContain('srcdoc="&lt;a href=&quot;x&quot;');
  });
});
