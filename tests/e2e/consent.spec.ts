/**
 * Another company's app requests access, with and without scripts: only what requires a browser. The rest is tested as
 * components.
 */
import type { Page } from '@playwright/test';
import { findings, NARROW } from '../support/axe';
import { expect, test } from '../support/e2e';
import { fillSignIn, PASSWORD, text } from '../support/steps';
import type { ThirdParty } from '../support/third-party';

const address = (origin: string, app: ThirdParty): string =>
  `${origin}/auth/authorization?${new URLSearchParams(app.request(Date.now())).toString()}`;
const cameBack = (page: Page, app: ThirdParty): Promise<void> =>
  page.waitForURL((url) => url.href.startsWith(app.redirectUrl));
const answer = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

test("a person signs in and allows an app: the page's policy lets its form redirect to the app", async ({
  satchel,
  company,
  thirdParty,
  openPage,
}) => {
  const page = await openPage();
  await page.goto(address(satchel.url, thirdParty));
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/);
  await fillSignIn(page, company.owner.email);
  await expect(
    page.getByRole('heading', { name: text('account', 'consent.title', { name: 'Room Booker' }) }),
  ).toBeVisible();
  expect(await findings(page, 'consent')).toEqual([]);
  await page.getByRole('button', { name: text('account', 'consent.allow') }).click();
  await cameBack(page, thirdParty);
  expect(answer(page).get('state')).toBe('st&te=1');
  expect((await thirdParty.redeem(satchel.url, answer(page).get('code')!)).status).toBe(200);
});

test('it works before any script has loaded, and the desktop app gets a code in its own scheme', async ({
  satchel,
  company,
  thirdParty,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW });
  await context.addCookies([{ name: 'lang', value: 'ja', url: satchel.url }]);
  const page = await context.newPage();
  await page.goto(address(satchel.url, thirdParty));
  await page.locator('input[name=email]').fill(company.owner.email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await expect(page.getByText(text('account', 'scope.projects.list', {}, 'ja'))).toBeVisible();
  await page.locator('button[type=submit]').click();
  await cameBack(page, thirdParty);
  expect((await thirdParty.redeem(satchel.url, answer(page).get('code')!)).status).toBe(200);

  await page.goto(`${satchel.url}/auth/desktop?codeChallenge=${thirdParty.request(0)['codeChallenge']}&state=s1`);
  await page.locator('button[type=submit]').click();
  const link = await page.getByRole('link', { name: text('account', 'desktop.open', {}, 'ja') }).getAttribute('href');
  expect(link).toMatch(/^satchel:\/\/auth\?code=[\w-]{43}&state=s1$/);
  await context.close();
});
