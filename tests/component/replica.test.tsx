/**
 * The state of the replica on screen: failures, first sync, removal from an organization, a cut connection, unsent
 * work.
 */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { memberCalls } from '../../server/organization/members/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { callsOf, foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device, type Overhear } from '../support/component/device';
import { firstSyncStatus } from '../support/component/first-sync';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';
import { text } from '../support/texts';

let company: Company;
let device: Device;
beforeAll(async () => {
  company = await foundCompany('First House');
});

async function newDevice(): Promise<Device> {
  return (device = new Device((await theServer()).url));
}

/**
 * Makes the worker answer the first `failures` queries of this kind with an error, as a failing database would, from
 * the next page on.
 */
function failing(kind: string, failures: number): { asked: () => number; overhear: Overhear } {
  let asked = 0;
  return {
    asked: () => asked,
    overhear: (message, answer) => {
      if (message.live === undefined || message.query?.kind !== kind) return false;
      asked += 1;
      if (asked > failures) return false;
      answer({
        live: message.live,
        error: { kind: 'other', name: 'DatabaseClosedError', message: 'the database was closed' },
      });
      return true;
    },
  };
}

test('a screen without a preload shows its data when the replica recovers', async () => {
  const { asked, overhear } = failing('outbox', 2);
  (await newDevice()).overhear = overhear;
  const page = await openPage({ device, person: company.owner, path: '/outbox' });
  await page.findByText(page.text('outbox', 'empty'));
  expect(asked()).toBe(3);
});

test('a permanent failure is shown to the person, who can reload the page', async () => {
  const { asked, overhear } = failing('outbox', 100);
  (await newDevice()).overhear = overhear;
  const page = await openPage({ device, person: company.owner, path: '/outbox' });
  await within(await page.findByRole('alert')).findByText(page.text('project', 'broken.title'));
  // the frame stays, so that a recording continues
  expect(page.element('.frame')).not.toBeNull();
  expect(asked()).toBeGreaterThanOrEqual(3);
  device.overhear = null;
  await page.press(() => page.getByRole('button', { name: page.text('project', 'broken.reload') }));
  await page.findByText(page.text('outbox', 'empty'));
});

test('a shown list stays when the replica ends, and updates after its restart', async () => {
  const { id: projectId } = await company.call(projectCalls.create, { title: 'After the end' });
  const page = await openPage({ device: await newDevice(), person: company.owner, path: `/project/${projectId}` });
  await page.sent();
  const [worker] = device.workers;
  worker!.dispatchEvent(new Event('error'));
  expect(page.getByRole('heading', { level: 1 })).not.toBeNull();
  await until(() => {
    expect(device.workers.size).toBe(1);
    expect(device.workers.has(worker!)).toBe(false);
  });
  await company.call(noteCalls.save, { projectId, title: 'Written elsewhere', content: 'One line.' });
  await page.findByText('Written elsewhere');
});

test('the progress bar of a first sync agrees with its text from the first change on', async () => {
  const listeners: ((value: object) => void)[] = [];
  (await newDevice()).overhear = (message, answer) => {
    if (message.live === undefined || message.query?.kind !== 'status') return false;
    listeners.push((value) => answer({ live: message.live, value }));
    return true;
  };
  // simulates the status of a first sync in two steps
  const say = (done: number, total: number): void => {
    for (const each of listeners) each(firstSyncStatus({ firstSyncDocuments: done, firstSyncTotal: total }));
  };
  const page = await openPage({ device, person: company.owner, path: '/search' });
  await until(() => expect(listeners.length).toBeGreaterThan(0));
  const box = (): HTMLElement => page.element('[data-first-sync]')!;
  const bar = (): HTMLElement => within(box()).getByRole('progressbar');
  for (const done of [3, 29]) {
    say(done, 30);
    await until(() => expect(box().textContent).toContain(page.text('shell', 'firstSync.textOf', { done, count: 30 })));
    // in the same frame as the text
    const aria = (name: string): number => Number(bar().getAttribute(`aria-value${name}`));
    expect(aria('now') / aria('max')).toBeCloseTo(done / 30, 2);
    expect(parseFloat(bar().querySelector<HTMLElement>('.bg-accent')!.style.width) / 100).toBeCloseTo(done / 30, 2);
  }
});

test('a person who is removed from the open organization sees which organization is open now', async () => {
  const second = await foundCompany('Second House');
  const person = newPerson('Emma Clarke');
  await join(company, person);
  const userId = await join(second, person, { isKnown: true });
  const page = await openPage({ device: await newDevice(), person, path: '/search' });
  const opened = (name: string): HTMLElement =>
    page.getAllByRole('button', { name: page.text('shell', 'organizationButton', { name }) })[0]!;
  await until(() => opened(second.name));
  await page.sent();
  await second.call(memberCalls.remove, { companyId: second.id, userId });
  const banner = (): HTMLElement =>
    page
      .getAllByRole('alert')
      .find((each) => each.textContent?.includes(page.text('shell', 'banner.moved', { name: company.name })))!;
  await until(() =>
    expect(banner().textContent).toContain(page.text('shell', 'banner.movedText', { left: second.name })),
  );
  await until(() => opened(company.name));
  await page.sent();
  await page.press(() => within(banner()).getByRole('button', { name: page.text('common', 'close') }));
  await until(() => expect(page.queryByText(page.text('shell', 'banner.moved', { name: company.name }))).toBeNull());
});

const openUserMenu = async (page: Page, language = 'en'): Promise<void> => {
  const words = text('shell', 'userMenuOf', { name: company.owner.name }, language);
  await page.press(() => within(page.element('.frame-sidebar')!).getByRole('button', { name: words }));
};

test('a chosen language is shown offline, and kept after a reload', async () => {
  const { owner } = await foundCompany('House of languages');
  const page = await openPage({ device: await newDevice(), person: owner, path: '/search' });
  const choose = async (from: string, name: string): Promise<void> => {
    await openUserMenu(page, from);
    await page.press(() => page.queryByRole('menuitemradio', { name }) ?? page.getByRole('menuitem', { name }));
  };
  const shows = (language: string, tag = language): Promise<void> =>
    until(() => {
      within(page.element('.frame-sidebar')!).getByRole('link', {
        name: text('shell', 'navigation.projects', {}, language),
      });
      expect(document.documentElement.lang).toBe(tag);
    });
  await choose('en', '日本語');
  await shows('ja');
  await choose('ja', '한국어');
  await shows('ko');
  await choose('ko', '繁體中文');
  await shows('zh_hant', 'zh-Hant');
  await page.sent();
  device.become('cut');
  await choose('zh_hant', '日本語');
  await shows('ja');
  device.become('ok');
  await page.reload();
  await shows('ja');
  await page.goTo('/admin/overview');
  expect(document.documentElement.lang).toBe('ja');
  await page.findByRole('heading', { name: text('admin', 'overview.title', {}, 'ja') });
});

test('signing out lists unsent work first, and deletes it only after a confirmation', async () => {
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Not sent yet' });
  const { id: noteId } = await company.call(noteCalls.save, { projectId, title: 'Sent', content: 'Sent.' });
  const page = await openPage({
    device: await newDevice(),
    person: company.owner,
    path: `/project/${projectId}/note/${noteId}`,
  });
  const title = (): HTMLTextAreaElement => page.getByRole('textbox', { name: page.text('note', 'title.label') });
  await page.fill(title, 'Sent at first');
  await page.sent();
  device.become('cut');
  await page.fill(title, 'Not sent');
  await until(() =>
    expect(page.element('.frame-sidebar [data-sync-status]')?.getAttribute('data-sync-status')).toMatch(/Waiting$/),
  );
  await openUserMenu(page);
  await page.press(() => page.getByRole('menuitem', { name: page.text('shell', 'signOut') }));
  const dialog = await page.dialog('alertdialog');
  await dialog.findByText(page.text('shell', 'signOutDialog.onlyHere', { count: 1 }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: page.text('shell', 'signOut') }).disabled).toBe(true);
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'cancel') }));
  device.refused = /\/api\//;
  device.become('ok');
  await page.reload();
  await until(() => expect(title().value).toBe('Not sent'));

  device.refused = null;
  window.dispatchEvent(new Event('focus'));
  await page.sent();
  expect(await (await callsOf(company.owner))(noteCalls.get, { id: noteId })).toMatchObject({ title: 'Not sent' });
});

test('a person who signs out sees no message about a session ended elsewhere, for any response', async () => {
  const page = await openPage({ device: await newDevice(), person: company.owner, path: '/search' });
  await page.sent();
  // the worker ends the session while the page asks who is signed in
  const { fetch } = globalThis;
  const revoked = JSON.stringify({ error: 'SESSION_REVOKED', message: '', params: { wipe: 'false' } });
  const racing: typeof fetch = async (input, init) =>
    String(input).endsWith('/user/my')
      ? new Response(revoked, { status: 401, headers: { 'content-type': 'application/json' } })
      : fetch(input, init);
  for (const scope of [globalThis, window])
    Object.defineProperty(scope, 'fetch', { configurable: true, writable: true, value: racing });
  await openUserMenu(page);
  await page.press(() => page.getByRole('menuitem', { name: page.text('shell', 'signOut') }));
  const dialog = await page.dialog('alertdialog');
  await page.press(() => dialog.getByRole('button', { name: page.text('shell', 'signOut') }));
  await page.at(/^\/auth\/login/);
  expect(page.path()).toBe('/auth/login');
});

test('a page without a session retries periodically, and immediately when the network is back', async () => {
  (await newDevice()).refused = /\/api\//;
  const page = await openPage({ device, path: '/shell' });
  await page.findByText(page.text('shell', 'nobody.title'));
  const asked = (): number => device.asked.filter((each) => each.endsWith('/user/my')).length;
  const before = asked();
  await until(() => expect(asked()).toBeGreaterThan(before));
  await page.findByText(page.text('shell', 'nobody.title'));
  device.refused = null;
  window.dispatchEvent(new Event('online'));
  await page.at(/^\/auth\/login/);
});
