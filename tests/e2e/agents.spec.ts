/** Agents in a real browser: a form that loses no word, its picture, and the way to colleagues. */
import type { Page } from '@playwright/test';
import { examine } from '../support/axe';
import { expect, test } from '../support/e2e';
import { emailOf, load, open, signIn, text } from '../support/steps';

const say = (key: string, params?: Record<string, string | number>, language = 'en'): string =>
  text('agents', key, params, language);
const field = (page: Page, key: string) => page.getByRole('textbox', { name: new RegExp(`^${say(key)}`) });
const save = (page: Page) => page.getByRole('button', { name: text('common', 'save'), exact: true });

/** A wide photo, blue at its sides and red in the middle, drawn by this browser. */
const photo = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1800, height: 600 });
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#00f';
      context.fillRect(0, 0, 1800, 600);
      context.fillStyle = '#f00';
      context.fillRect(600, 0, 600, 600);
      return canvas.toDataURL('image/png').split(',')[1]!;
    }),
    'base64',
  );

test('what is typed survives the end of the browser, and a picture is cut to its middle', async ({
  company,
  satchel,
  newDevice,
}) => {
  const device = newDevice();
  let page = await device.open();
  await signIn(page, satchel.url, company.owner.email);
  await open(page, satchel.url, '/workshop/bots/create');
  await page.locator('input[type=file]').setInputFiles({
    name: 'wide.png',
    mimeType: 'image/png',
    buffer: await photo(page),
  });
  const picture = page.locator('form img');
  await expect(picture).toBeVisible();
  await field(page, 'form.name').fill('Sales helper');
  await field(page, 'form.instructions').pressSequentially('Be brief.');
  await expect(page.locator('[data-kept=true]')).toBeVisible();
  await device.kill();

  page = await device.open();
  await open(page, satchel.url, '/workshop/bots/create');
  await expect(page.getByText(say('form.restoredNew'))).toBeVisible();
  await expect(field(page, 'form.instructions')).toHaveValue('Be brief.');
  const corners = await page.locator('form img').evaluate((img: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width: img.naturalWidth,
      height: img.naturalHeight,
    });
    const context = canvas.getContext('2d')!;
    context.drawImage(img, 0, 0);
    return [canvas.width === canvas.height, ...context.getImageData(4, 4, 1, 1).data.slice(0, 3)];
  });
  expect(corners[0]).toBe(true);
  expect(corners[1]).toBeGreaterThan(200);
  expect(corners[3]).toBeLessThan(60);
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'Sales helper' })).toBeVisible();
  // a killed browser may have lost the cookie of its session: the agent is on this device all the same
  await load(page, satchel.url, new URL(page.url()).pathname);
  await expect(page.getByText(say('usage.title'))).toBeVisible();
  expect(await examine(page, 'an agent')).toEqual([]);
});

test('an agent is made offline, and published for the organization by an administrator’s approval', async ({
  satchel,
  openPage,
}) => {
  const member = await openPage({ offline: true });
  await signIn(member, satchel.url, emailOf('jihoon'), '/workshop/bots');
  const ko = (key: string, params?: Record<string, string | number>) => say(key, params, 'ko');
  await member.context().setOffline(true);
  await member.getByRole('link', { name: ko('new') }).click();
  await member.getByRole('textbox', { name: new RegExp(`^${ko('form.name')}`) }).fill('회의 도우미');
  await member.getByRole('button', { name: text('common', 'save', {}, 'ko'), exact: true }).click();
  await member.getByRole('button', { name: ko('publish.open'), exact: true }).click();
  const dialog = member.getByRole('dialog');
  await dialog.getByText(ko('audience.organization.text')).click();
  await expect(dialog.getByText(ko('publish.approval'))).toBeVisible();
  await dialog.getByRole('button', { name: ko('publish.ask') }).click();
  await expect(member.getByText(ko('state.queued'))).toBeVisible();
  await member.context().setOffline(false);
  await expect(member.getByText(ko('publishing.waiting', { version: 1 }))).toBeVisible();

  const admin = await openPage();
  await signIn(admin, satchel.url, emailOf('emma'));
  await open(admin, satchel.url, '/workshop/bots/publish');
  const waiting = admin.getByRole('article', { name: '회의 도우미' });
  await expect(waiting).toBeVisible();
  expect(await examine(admin, 'agents that wait')).toEqual([]);
  await waiting.getByRole('button', { name: say('waiting.approve') }).click();
  await expect(waiting).toBeHidden();
  await expect(member.getByText(ko('publishing.organization', { version: 1 }))).toBeVisible();
  await open(admin, satchel.url, '/workshop/bots?filter=organization');
  await expect(admin.getByRole('link', { name: '회의 도우미' })).toBeVisible();

  await open(admin, satchel.url, '/workshop/bots');
  const isCut = (element: Element): boolean => element.scrollHeight > element.clientHeight + 1;
  expect(await admin.getByText(say('builtIn.ai-search.introduction')).evaluate(isCut)).toBe(false);
});
