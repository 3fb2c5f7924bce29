/**
 * Two people: what one of them shares without a network reaches the other, who asks for what is closed to them; a
 * public link ends at once.
 */
import type { Locator, Page } from '@playwright/test';
import { findings } from '../support/axe';
import { newCompany, type Company, type Person } from '../support/company';
import { expect, openLine, openShared, test } from '../support/e2e';
import type { BadProxy } from '../support/bad-proxy';
import { createProject, load, open, signIn, syncStatus, text, waitUntilSent, writeNote } from '../support/steps';

const WORDS = 'The harbour lamps arrive on Friday.';

let company: Company;
let line: BadProxy;
let ann: Page;
let bob: Page;
let member: Person;
let projectId: string;
let notePath: string;
let noteId: string;

test.beforeAll(async ({ satchel, browser }) => {
  [company, line, ann, bob] = await Promise.all([
    newCompany(satchel),
    openLine(satchel),
    // with a service worker: parts of screens that load on demand come from the device
    openShared(browser, { offline: true }),
    openShared(browser),
  ]);
  member = await company.addMember('Bob Reed');
  await Promise.all([signIn(ann, line.url, company.owner.email), signIn(bob, satchel.url, member.email)]);
  projectId = await createProject(ann, line.url, 'Launch planning');
  notePath = (await writeNote(ann, line.url, projectId, 'Delivery', [WORDS])).replace('/note/', '/note-detail/');
  noteId = notePath.split('/').at(-1)!;
  await waitUntilSent(ann);
});
test.afterEach(() => line.become('ok'));
test.afterAll(async () => {
  await Promise.all([ann, bob].map((page) => page.context().close()));
  await line.close();
});

const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens the share dialog of the note from its menu, chooses a range and saves. */
async function share(range: 'private' | 'project' | 'team' | 'public'): Promise<void> {
  await open(ann, line.url, notePath);
  await ann.locator('main button[aria-haspopup="true"]').first().click();
  await ann.getByRole('menuitem', { name: text('common', 'share'), exact: true }).click();
  await dialog(ann)
    .getByText(text('sharing', `range.${range}`), { exact: true })
    .click();
  // what was announced before is removed after seconds
  await expect(ann.locator('[role=log] > *')).toHaveCount(0);
  expect(await findings(ann, `share, ${range}`)).toEqual([]);
  await dialog(ann)
    .getByRole('button', { name: text('common', 'save') })
    .click();
  await expect(dialog(ann)).toBeHidden();
}

test('a person asks for a project, its owner is notified and grants it with one press, offline', async ({
  satchel,
}) => {
  await load(bob, satchel.url, `/project/${projectId}`);
  await bob.getByRole('button', { name: text('common', 'missing.ask') }).click();
  await waitUntilSent(bob);

  await load(ann, line.url, '/notifications');
  const asked = text('shell', 'notification.accessRequested', { name: member.name, title: 'Launch planning' });
  await expect(ann.locator('main').getByText(asked)).toBeVisible();
  line.become('cut');
  await expect(syncStatus(ann)).toHaveAttribute('data-sync-status', /^(unreachable|offline)/);
  await ann.locator('main').getByText(asked).click();
  await ann.getByRole('button', { name: text('sharing', 'request.grant') }).click();
  await expect(ann.getByText(text('sharing', 'request.soon', { name: member.name }))).toBeVisible();
  line.become('ok');
  await waitUntilSent(ann);
  await expect(ann.getByText(text('sharing', 'request.has', { name: member.name }))).toBeVisible();

  await load(bob, satchel.url, '/notifications');
  const shared = text('shell', 'notification.projectShared', { title: 'Launch planning' });
  await bob.locator('main').getByText(shared).click();
  await expect(bob.getByRole('heading', { level: 1, name: 'Launch planning' })).toBeVisible();
  await expect(bob.getByText('Delivery')).toBeVisible();
});

test('a public link opens without an account, and is gone when its owner closes it', async ({ satchel, openPage }) => {
  await share('public');
  await waitUntilSent(ann);
  const visitor = await openPage();
  const address = `${satchel.url}/note-html/${noteId}`;
  expect((await visitor.goto(address))!.status()).toBe(200);
  await expect(visitor.getByText(WORDS)).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Delivery' })).toBeVisible();

  line.become('cut');
  await expect(syncStatus(ann)).toHaveAttribute('data-sync-status', /^(unreachable|offline)/);
  await share('private');
  line.become('ok');
  await waitUntilSent(ann);
  expect((await visitor.goto(address))!.status()).toBe(404);
  await expect(visitor.getByText(WORDS)).toBeHidden();
});
