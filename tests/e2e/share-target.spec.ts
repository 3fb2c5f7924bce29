/** Content shared by another app passes through the service worker, online and offline, and is in no address. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { linkCalls } from '../../server/core/links/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { expect, test } from '../support/e2e';
import { SPOKEN } from '../support/recorder-steps';
import { paragraphs, signIn, text, waitForEditor, waitUntilSent } from '../support/steps';

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  files?: { name: string; type: string; base64: string }[];
}

/** Sends the request of the system's share sheet. Resolves on the receiving screen. */
async function share(page: Page, shared: Shared): Promise<void> {
  await page.evaluate(({ files = [], ...texts }) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' });
    for (const [name, value] of Object.entries(texts))
      form.append(Object.assign(document.createElement('textarea'), { name, value }));
    const list = new DataTransfer();
    for (const { name, type, base64 } of files)
      list.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
    const input = Object.assign(document.createElement('input'), { name: 'files', type: 'file', multiple: true });
    form.append(input);
    input.files = list.files;
    document.body.append(form);
    form.submit();
  }, shared);
  await page.waitForURL(/\/share$/);
}

test('a shared text becomes a note, offline too; a recording becomes that of a meeting; another file is refused by name', async ({
  company,
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  const addresses: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
  });
  await company.owner.api.call(projectCalls.create, { title: 'Reading list' });
  await signIn(page, satchel.url, company.owner.email);

  await share(page, {
    title: 'On harbours',
    text: 'Kingfishers nest here.\nSecond line',
    url: 'https://example.com/kingfisher',
  });
  await expect(page.getByLabel(text('note', 'title.label'))).toHaveValue('On harbours');
  await page.getByRole('button', { name: text('note', 'shared.save') }).click();
  await waitForEditor(page);
  expect(await paragraphs(page)).toEqual(
    expect.arrayContaining(['Kingfishers nest here.', 'Second line', 'https://example.com/kingfisher']),
  );
  await waitUntilSent(page);

  await page.context().setOffline(true);
  await share(page, {
    text: 'Shared in a tunnel',
    files: [
      { name: 'program.exe', type: 'application/octet-stream', base64: 'AAAA' },
      { name: 'Talk.wav', type: 'audio/wav', base64: readFileSync(SPOKEN).toString('base64') },
    ],
  });
  await expect(page.getByText(text('note', 'shared.refused.type', { name: 'program.exe' }))).toBeVisible();
  await page.getByLabel(text('note', 'title.label')).fill('From a tunnel');
  await page.getByRole('button', { name: text('note', 'shared.save') }).click();
  await page.getByRole('button', { name: text('note', 'shared.addRecordings') }).click();
  await expect(page.getByText('Talk.wav')).toBeVisible();
  await page.getByRole('button', { name: text('meeting', 'form.upload'), exact: true }).click();
  await page.waitForURL(/\/meeting\/[^/]+\?tab=transcript/);

  // consumed once, and not kept in the service worker
  await page.goto(`${satchel.url}/share`);
  await expect(page.getByText(text('note', 'shared.nothing'))).toBeVisible();

  await page.context().setOffline(false);
  await waitUntilSent(page);
  await page.goto(`${satchel.url}/search`);
  await page.locator('[data-composer] textarea').fill('tunnel');
  await expect(page.getByRole('main').getByRole('link', { name: /From a tunnel/ })).toBeVisible();
  expect(
    addresses.filter((address) => /kingfisher|harbours|program\.exe|Talk\.wav/i.test(decodeURIComponent(address))),
  ).toEqual([]);
  expect(
    await page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
      ).flat(),
    ),
  ).not.toContain(`${satchel.url}/share`);
});

test('a shared page, a shared file and a bookmarked page are added to a project offline, and sent later', async ({
  company,
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  const { api } = company.owner;
  const { id: projectId } = await api.call(projectCalls.create, { title: 'Reading list' });
  await signIn(page, satchel.url, company.owner.email);
  await page.context().setOffline(true);

  await share(page, {
    title: 'A guide',
    url: 'https://example.com/guide',
    files: [{ name: 'prices.csv', type: 'text/csv', base64: Buffer.from('lamp,12').toString('base64') }],
  });
  await page.getByRole('button', { name: text('note', 'shared.addLink') }).click();
  const addTo = text('note', 'shared.addTo');
  const readingList = page.getByRole('radiogroup', { name: addTo }).getByRole('radio', { name: 'Reading list' });
  await readingList.click();
  await expect(readingList).toBeChecked();
  await page.getByRole('button', { name: addTo }).click();
  await page.waitForURL(`**/project/${projectId}?tab=files`);
  await expect(page.locator('[data-file-state=queued]')).toContainText('prices.csv');

  // the bookmark opens this address; it is not kept in the history
  await page.goto(`${satchel.url}/share?url=${encodeURIComponent('https://example.com/read')}&title=Read`);
  await page.waitForURL(/\/share$/);
  await page.getByRole('button', { name: text('note', 'shared.addLink') }).click();
  await page.waitForURL(/tab=links/);
  await page.keyboard.press('Escape');
  const links = page.locator('[data-row-id]');
  await expect(links).toHaveText([/example\.com\/read/, /example\.com\/guide/]);

  await page.context().setOffline(false);
  await waitUntilSent(page);
  const paged = { projectId, currentPage: 1, pageSize: 10 };
  const { list } = await api.call(linkCalls.searchSinglePages, paged);
  expect(list.map(({ url }) => url)).toEqual(['https://example.com/read', 'https://example.com/guide']);
  await page.goto(`${satchel.url}/project/${projectId}?tab=files`);
  await expect(page.locator('[data-file-state=parsed]')).toContainText('prices.csv');
});

test('an address that is pasted on a screen of no project is offered to one', async ({
  company,
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await company.owner.api.call(projectCalls.create, { title: 'Reading list' });
  await signIn(page, satchel.url, company.owner.email);
  for (const path of ['/search', '/meeting-notes']) {
    await page.goto(satchel.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const address = `https://example.com${path}`;
    const offer = page.getByRole('button', { name: text('shell', 'pasted.add') });
    await expect(async () => {
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, address);
      await expect(offer.first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await offer.first().click();
    await page.waitForURL(/\/share$/);
    await expect(page.locator('[data-shared-text]')).toHaveText(address);
    await page.getByRole('button', { name: text('note', 'shared.addLink') }).click();
    await page.waitForURL(/\/project\/[^?]+\?tab=links&item=/);
  }
});
