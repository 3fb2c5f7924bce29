/** A search result opens at its position: in view and highlighted, in a long transcript as in a note. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { newCompany, type Company } from '../support/company';
import { expect, openShared, test } from '../support/e2e';
import { SPOKEN } from '../support/recorder-steps';
import type { Satchel } from '../support/satchel';
import { open, signIn, text } from '../support/steps';

const SENTENCE = 'The kingfisher came back to the harbour.';
/** More than are rendered at once. They overlap: segments in a silence of the recording would be dropped. */
const SEGMENTS = Array.from({ length: 240 }, (_, id) => ({
  id,
  start: id * 0.09,
  end: id * 0.09 + 2,
  speaker: 'A',
  text: id === 170 ? SENTENCE : `Item ${id} of the agenda, read aloud.`,
}));

let server: Satchel;
let company: Company;
let page: Page;
test.beforeAll(async ({ satchel, browser }) => {
  server = satchel;
  // a window that shows few lines
  [company, page] = await Promise.all([
    newCompany(satchel),
    openShared(browser, { viewport: { width: 1280, height: 560 } }),
  ]);
  await signIn(page, satchel.url, company.owner.email);
});
test.afterAll(() => page.context().close());

async function searchAtHome(question: string): Promise<void> {
  await open(page, server.url, '/search');
  await page.locator('[data-composer] textarea').fill(question);
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.locator('mark') })
    .or(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('mark') })
        .getByRole('link'),
    )
    .first()
    .click();
}

async function searchInPalette(question: string): Promise<void> {
  await open(page, server.url, '/settings');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('searchbox').fill(question);
  await palette
    .getByRole('menuitem')
    .filter({ has: page.locator('mark') })
    .first()
    .click();
}

const WAYS = [
  ['the home page', searchAtHome],
  ['the command palette', searchInPalette],
] as const;

test('a sentence of a long transcript is in view and highlighted, and playback is positioned there', async ({
  transcriber,
}) => {
  transcriber.setScript([{ segments: SEGMENTS }]);
  await open(page, server.url, '/meeting-note?mode=upload');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Harbour walk.wav', mimeType: 'audio/wav', buffer: readFileSync(SPOKEN) });
  await page.getByRole('button', { name: text('meeting', 'form.upload'), exact: true }).click();
  await page.waitForURL(/\/meeting\/[^/]+\?tab=transcript/);
  await expect(page.locator('[data-transcript]')).toBeVisible();
  expect(Number(await page.locator('[data-transcript]').getAttribute('data-transcript'))).toBeGreaterThan(200);

  for (const [where, search] of WAYS) {
    await search('kingfisher');
    await page.waitForURL(/\/meeting\/[^/]+\?tab=transcript/);
    const found = page.locator('[data-found]');
    await expect(found, where).toContainText(SENTENCE);
    await expect(found, where).toBeInViewport();
    await expect(found.locator('mark'), where).toHaveText('kingfisher');
    await expect(page.getByRole('slider', { name: text('meeting', 'player.position') }), where).toHaveValue(/^15/);
  }
});

/** The highlighted words, and whether they are in view. */
const marked = (): Promise<{ words: string[]; inView: boolean }> =>
  page.evaluate(() => {
    const ranges = [...(CSS.highlights.get('found') ?? [])] as Range[];
    const inView =
      ranges.length > 0 &&
      ranges.every((range) => {
        const { top, bottom } = range.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    return { words: ranges.map(String), inView };
  });

test('a passage of a note is in view and highlighted', async () => {
  const { api } = company.owner;
  const { id: projectId } = await api.call(projectCalls.create, { title: 'Bookshop' });
  const lines = Array.from({ length: 60 }, (_, n) => `${n + 1}. Shelf ${n + 1} was counted and stands where it stood.`);
  const content = [...lines, '', '- Measure the ceiling height before ordering lamps'].join('\n');
  const { id } = await api.call(noteCalls.save, { projectId, title: 'Interview', content });
  await open(page, server.url, `/project/${projectId}`);
  await expect(page.getByRole('main').locator(`a[href*="${id}"]`).first()).toBeVisible();
  for (const [where, search] of WAYS) {
    await search('ceiling height');
    await page.waitForURL(/\/note-detail\//);
    await expect.poll(marked, where).toEqual({ words: ['ceiling', 'height'], inView: true });
    expect(await page.evaluate(() => scrollY), where).toBeGreaterThan(0);
    // another device, or a reload, opens the same position
    await page.reload();
    await expect.poll(marked, where).toEqual({ words: ['ceiling', 'height'], inView: true });
    expect(page.url(), where).not.toMatch(/ceiling|height/);
  }
});

test('search words of the home are in no address, and are restored by a reload and by the back button', async () => {
  const { id: projectId } = await company.owner.api.call(projectCalls.create, { title: 'Lighthouse' });
  await open(page, server.url, '/search');
  const field = page.locator('[data-composer] textarea');
  const link = page.getByRole('main').locator(`a[href*="${projectId}"]`);
  await field.fill('lighthouse');
  await expect(link.first()).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('lighthouse');
  expect(page.url()).toBe(`${server.url}/search`);
  await link.first().click();
  await page.waitForURL(new RegExp(projectId));
  await page.goBack();
  await expect(field).toHaveValue('lighthouse');
  expect(page.url()).toBe(`${server.url}/search`);
  // an address of an earlier version loses its words
  await open(page, server.url, '/search?q=lighthouse');
  await expect(field).toHaveValue('lighthouse');
  await expect.poll(() => page.url()).toBe(`${server.url}/search`);
});
