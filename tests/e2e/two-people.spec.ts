/**
 * Two people work on a note, one of them offline half of the time: a mention and its digest mail, a version that is
 * restored, the trash. On a server of its own, whose clock is moved to the next digest.
 */
import type { Page } from '@playwright/test';
import { accessRequestCalls } from '../../server/core/access-requests/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { newCompany } from '../support/company';
import { expect, openLine, openShared, test } from '../support/e2e';
import { HttpDevice } from '../support/http-device';
import { mailTo } from '../support/mailbox-steps';
import { createSatchel } from '../support/satchel';
import {
  createProject,
  load,
  noteText,
  open,
  PASSWORD,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitUntilKept,
  waitUntilSent,
  writeNote,
} from '../support/steps';

const DAY_MS = 24 * 60 * 60_000;
const AGREED = 'The lamps arrive on Friday.';

test('a mention is mailed in the digest, a version is restored and a note is taken from the trash, half offline', async ({
  browser,
}) => {
  const satchel = await createSatchel({ PUBLIC_ORIGIN: '', TRUSTED_PROXIES: '127.0.0.1,::1', SATCHEL_DEMO: 'false' });
  await satchel.start();
  const line = await openLine(satchel);
  const pages: Page[] = [];
  const page = async (): Promise<Page> => {
    const opened = await openShared(browser, { offline: true });
    pages.push(opened);
    return opened;
  };
  try {
    const company = await newCompany(satchel, { owner: 'Ann Field' });
    const bob = await company.addMember('Bob Reed');
    const [ann, bobs] = await Promise.all([page(), page()]);
    await Promise.all([signIn(ann, line.url, company.owner.email), signIn(bobs, satchel.url, bob.email)]);
    const isOffline = () => expect(syncStatus(ann)).toHaveAttribute('data-sync-status', /^(unreachable|offline)/);
    const cut = async (): Promise<void> => {
      line.become('cut');
      await isOffline();
    };
    const connect = async (): Promise<void> => {
      line.become('ok');
      await waitUntilSent(ann);
    };
    const secret = await createProject(ann, line.url, 'Plans of the board');
    const projectId = await createProject(ann, line.url, 'Launch planning');
    await waitUntilSent(ann);
    // the status of the page may be older than the new project: the server has it when it takes this
    await expect(() => company.owner.api.call(projectCalls.setShare, { projectId, shareRange: 'company' })).toPass();
    const notePath = await writeNote(ann, line.url, projectId, 'Delivery', [AGREED]);
    await waitUntilSent(ann);
    const readPath = notePath.replace('/note/', '/note-detail/');
    const article = bobs.getByRole('article');

    await test.step('Ann mentions Bob offline', async () => {
      await cut();
      await noteText(ann).click();
      await ann.keyboard.press('ControlOrMeta+End');
      await ann.keyboard.press('Enter');
      await ann.keyboard.type('Please check, @Bob');
      const people = ann.getByRole('listbox', { name: text('note', 'mention.label') });
      await expect(people.getByRole('option', { name: /Bob Reed/ })).toBeVisible();
      await ann.keyboard.press('Enter');
      await expect(noteText(ann).getByText('Bob Reed')).toBeVisible();
      await waitUntilKept(ann);
      await connect();
      await load(bobs, satchel.url, '/notifications');
      const mentioned = text('shell', 'notification.noteMention', { name: 'Ann Field', title: 'Delivery' });
      await expect(bobs.locator('main').getByText(mentioned)).toBeVisible();
    });

    await test.step('Bob receives one digest, and ends such mails by its link', async () => {
      // the browsers are left alone meanwhile: their clocks stay
      await satchel.stop();
      await satchel.start({
        NODE_OPTIONS: `--import ${new URL('../support/shifted-clock.mjs', import.meta.url).href}`,
        CLOCK_SHIFT_MS: String(DAY_MS),
      });
      // any new notification starts the delivery; the schedule would do so within a minute
      const api = new HttpDevice(satchel.url);
      await api.call(identityCalls.login, { email: bob.email, password: PASSWORD });
      await api.call(accessRequestCalls.ask, { kind: 'projects', id: secret });
      const mail = await mailTo(satchel.dataDir, bob.email, (each) => each.text.includes('mentioned you'));
      expect(mail.text).toContain('Ann Field mentioned you in “Delivery”');
      expect(mail.headers?.['List-Unsubscribe']).toMatch(/^<http.*\/notices\/unsubscribe\?of=.*>$/);
      const link = mail.headers!['List-Unsubscribe']!.slice(1, -1);
      const visitor = await page();
      await visitor.goto(satchel.url + new URL(link).pathname + new URL(link).search);
      await visitor.getByRole('button').click();
      await expect(visitor.getByRole('button')).toHaveCount(0);
      await satchel.stop();
      await satchel.start();
    });

    await test.step('Ann restores a version offline', async () => {
      await load(ann, line.url, notePath);
      await waitForEditor(ann);
      await waitUntilSent(ann);
      const history = ann.getByRole('dialog');
      const openHistory = async (): Promise<void> => {
        await ann.getByRole('button', { name: text('note', 'menu.label', { title: 'Delivery' }) }).click();
        await ann.getByRole('menuitem', { name: text('note', 'menu.versions') }).click();
      };
      await openHistory();
      await history.getByRole('button', { name: text('versions', 'name') }).click();
      await history.getByLabel(text('versions', 'nameLabel')).fill('Agreed');
      await ann.keyboard.press('Enter');
      await expect(history.getByRole('list').getByText('Agreed')).toBeVisible();
      await history.getByRole('button', { name: text('common', 'close') }).click();
      await waitUntilSent(ann);

      await load(bobs, satchel.url, readPath);
      await expect(article).toContainText(AGREED);
      await cut();
      await noteText(ann).click();
      await ann.keyboard.press('ControlOrMeta+a');
      await ann.keyboard.type('Everything is late.');
      await waitUntilKept(ann);
      await openHistory();
      await history
        .getByRole('list')
        .getByRole('button', { name: /Agreed/ })
        .click();
      await history.getByRole('button', { name: text('versions', 'restore') }).click();
      await expect(noteText(ann)).toContainText(AGREED);
      await waitUntilKept(ann);
      await ann.keyboard.press('ControlOrMeta+End');
      await noteText(ann).click();
      await ann.keyboard.press('ControlOrMeta+End');
      await ann.keyboard.type(' Thank you.');
      await waitUntilKept(ann);
      await connect();
      await expect(article).toContainText('Thank you.');
      await expect(article).toContainText(AGREED);
      await expect(article).not.toContainText('Everything is late.');
    });

    await test.step('Ann deletes the note offline, and restores it', async () => {
      await cut();
      await ann.getByRole('button', { name: text('note', 'menu.label', { title: 'Delivery' }) }).click();
      await ann.getByRole('menuitem', { name: text('note', 'menu.delete') }).click();
      await ann.getByRole('button', { name: text('note', 'delete.confirm') }).click();
      await open(ann, line.url, '/trash');
      const entry = ann.locator('main').getByRole('listitem').filter({ hasText: 'Delivery' });
      await expect(entry).toContainText(text('trash', 'onDevice'));
      await expect(article).toContainText(AGREED);
      await connect();
      await expect(article).toBeHidden();
      await expect(entry).not.toContainText(text('trash', 'onDevice'));
      await entry.getByRole('button', { name: text('trash', 'restore') }).click();
      await expect(entry).toBeHidden();
      await open(bobs, satchel.url, `/project/${projectId}`);
      await bobs
        .getByRole('link', { name: /Delivery/ })
        .first()
        .click();
      await expect(article).toContainText(AGREED);
      await expect(article).toContainText('Thank you.');
    });
  } finally {
    await Promise.all(pages.map((each) => each.context().close()));
    await line.close();
    await satchel.dispose();
  }
});
