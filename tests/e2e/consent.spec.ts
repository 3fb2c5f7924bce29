/** Another company's app asks a person for access: with scripts and without, allowed, used from a server of its own, and taken back in the settings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { createDevice } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { emailOf, fillSignIn, open, signIn, text, waitForShell } from '../support/steps';
import { bearer, clientsFile, get, post, ThirdParty, type Fields } from '../support/third-party';

const folder = mkdtempSync(join(tmpdir(), 'satchel-consent-'));
let partner: Server;
let rooms: ThirdParty;
let satchel: Satchel;

test.beforeAll(async () => {
  partner = createServer((request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Rooms</title><h1>Rooms</h1>'));
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
  rooms = new ThirdParty('rooms-1', `http://127.0.0.1:${(partner.address() as AddressInfo).port}/back`, ['organization.read', 'projects.list']);
  satchel = await createSatchel({ OAUTH_CLIENTS_FILE: clientsFile(folder, [rooms]) });
  await satchel.start();
});
test.afterAll(async () => {
  await satchel.dispose();
  partner.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = (change: Fields = {}, forge: Fields = {}, at = Date.now()): string => `${satchel.url}/auth/authorization?${new URLSearchParams(rooms.request(at, change, forge)).toString()}`;
const cameBack = (page: Page): Promise<void> => page.waitForURL((url) => url.href.startsWith(rooms.redirectUrl));
const answer = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
}

test('a person signs in, allows an app, which then does what was allowed until that is revoked', async () => {
  const device = createDevice();
  try {
    const page = await device.open();
    await page.goto(address());
    await expect(page).toHaveURL(/\/auth\/login\?redirect=/);
    await fillSignIn(page, emailOf('emma'));
    await expect(page.getByRole('heading', { name: text('account', 'consent.title', { name: 'Room Booker' }) })).toBeVisible();
    for (const scope of rooms.scopes) await expect(page.getByText(text('account', `scope.${scope}`))).toBeVisible();
    await expect(page.getByText(text('account', 'scope.meetings.create'))).toBeHidden();
    await accessible(page);
    await page.getByRole('button', { name: text('account', 'consent.allow') }).click();
    await cameBack(page);
    expect(answer(page).get('state')).toBe('st&te=1');
    const { accessToken } = (await rooms.redeem(satchel.url, answer(page).get('code')!)).data!;
    const mine = () => get<{ companyName: string }>(`${satchel.url}/api/organization/open/me`, bearer(accessToken));
    expect((await mine()).data).toMatchObject({ companyName: 'Lantern Works' });
    expect((await post<{ list: unknown[] }>(`${satchel.url}/api/core/project/my/search/page`, {}, bearer(accessToken))).data!.list.length).toBeGreaterThan(0);
    expect((await post(`${satchel.url}/api/core/meeting/create`, { title: 'Not allowed' }, bearer(accessToken))).error).toBe('NO_PERMISSION');

    await open(page, satchel.url, '/settings?section=apps');
    await waitForShell(page);
    await expect(page.getByText('Room Booker')).toBeVisible();
    await page.getByRole('button', { name: `${text('settings', 'apps.revoke')}: Room Booker` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: text('settings', 'apps.revoke') }).click();
    await expect(page.getByText(text('settings', 'apps.none'))).toBeVisible();
    expect((await mine()).error).toBe('JWT_TOKEN_EXPIRED');

    // No.
    await page.goto(address());
    await page.getByRole('link', { name: text('account', 'consent.reject') }).click();
    await cameBack(page);
    expect(answer(page).get('error')).toBe('access_denied');
    // What is not the app's own leads nowhere; what is its own and wrong goes back to it.
    await page.goto(address({}, { state: 'another' }));
    await expect(page.getByText(text('errors', 'SIGN_NOT_MATCH'))).toBeVisible();
    await page.goto(address({ clientId: 'nobody-1' }));
    await expect(page.getByRole('heading', { name: text('account', 'consent.unknownTitle') })).toBeVisible();
    await page.goto(address({}, {}, Date.now() - 6 * 60_000));
    await expect(page.getByRole('link', { name: text('account', 'consent.back', { host: new URL(rooms.redirectUrl).host }) })).toBeVisible();
    await page.goto(address({ scopes: 'everything' }));
    await cameBack(page);
    expect(answer(page).get('error')).toBe('invalid_scope');
  } finally {
    await device.dispose();
  }
});

test('it works before any script has loaded, and the desktop app gets a code in its own scheme', async () => {
  const device = createDevice();
  try {
    await device.open();
    const context = await device.context.browser()!.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await context.addCookies([{ name: 'lang', value: 'ja', url: satchel.url }]);
    const page = await context.newPage();
    await page.goto(address());
    await page.locator('input[name=email]').fill(emailOf('misaki'));
    await page.locator('input[name=password]').fill('Satchel-demo-1');
    await page.locator('button[type=submit]').click();
    await expect(page.getByText(text('account', 'scope.projects.list', {}, 'ja'))).toBeVisible();
    await page.locator('button[type=submit]').click();
    await cameBack(page);
    expect((await rooms.redeem(satchel.url, answer(page).get('code')!)).status).toBe(200);

    await page.goto(`${satchel.url}/auth/desktop?codeChallenge=${rooms.request(0)['codeChallenge']}&state=s1`);
    await page.locator('button[type=submit]').click();
    const link = await page.getByRole('link', { name: text('account', 'desktop.open', {}, 'ja') }).getAttribute('href');
    expect(link).toMatch(/^satchel:\/\/auth\?code=[\w-]{43}&state=s1$/);
    const code = new URL(link!).searchParams.get('code')!;
    const enter = () => post<{ loginToken: { accessToken: string } }>(`${satchel.url}/api/organization/user/login/desktop`, { code, codeVerifier: rooms.verifier });
    const { loginToken } = (await enter()).data!;
    expect((await get<{ email: string }>(`${satchel.url}/api/organization/user/my`, bearer(loginToken.accessToken))).data).toMatchObject({ email: emailOf('misaki') });
    expect((await enter()).error).toBe('JWT_TOKEN_EXPIRED');
  } finally {
    await device.dispose();
  }
});

test('the password is changed and the other device signed out; a token that an old callback left is taken to the server and gone', async () => {
  const [laptop, tablet] = [createDevice(), createDevice()];
  try {
    await signIn(await laptop.open(), satchel.url, emailOf('emma'));
    const other = await tablet.open();
    const tokens = (await post<{ loginToken: { refreshToken: string } }>(`${satchel.url}/api/organization/user/login/password`, { email: emailOf('emma'), password: 'Satchel-demo-1' })).data!.loginToken;
    await other.goto(`${satchel.url}/auth/login?redirect=%2Fsettings`);
    await other.evaluate(({ refreshToken }) => { localStorage.setItem('refreshToken', refreshToken); localStorage.setItem('accessToken', 'old'); }, tokens);
    await other.reload();
    await other.waitForURL(`${satchel.url}/settings`);
    await expect(other.locator('.frame')).toBeVisible();
    expect(await other.evaluate(() => [localStorage.getItem('refreshToken'), localStorage.getItem('accessToken')])).toEqual([null, null]);

    const { page } = laptop;
    await open(page, satchel.url, '/settings');
    await page.getByRole('button', { name: text('settings', 'password.update') }).click();
    const dialog = page.getByRole('dialog');
    const fill = async (current: string, next: string, confirm: string): Promise<void> => {
      await dialog.getByLabel(text('settings', 'password.current')).fill(current);
      await dialog.getByLabel(text('account', 'newPassword')).fill(next);
      await dialog.getByLabel(text('account', 'confirmPassword')).fill(confirm);
      await dialog.getByRole('button', { name: text('common', 'save') }).click();
    };
    await fill('Satchel-demo-1', 'Satchel-demo-1', 'Satchel-demo-2');
    await expect(dialog.getByText(text('account', 'say.passwordSame'))).toBeVisible();
    await expect(dialog.getByText(text('account', 'say.newConfirmMismatch'))).toBeVisible();
    await fill('Wrong-demo-1', 'Changed-demo-2', 'Changed-demo-2');
    await expect(dialog.getByText(text('account', 'say.passwordWrong'))).toBeVisible();
    // Without a network nothing typed is lost.
    await laptop.context.setOffline(true);
    await fill('Satchel-demo-1', 'Changed-demo-2', 'Changed-demo-2');
    await expect(dialog.getByText(text('settings', 'needsServer'))).toBeVisible();
    await laptop.context.setOffline(false);
    await dialog.getByRole('button', { name: text('common', 'save') }).click();
    await expect(dialog).toBeHidden();
    expect((await post(`${satchel.url}/api/organization/user/login/password`, { email: emailOf('emma'), password: 'Satchel-demo-1' })).error).toBe('USER_PASSOWRD_MISMATCHED');

    // The other device is signed out, its copy still there until somebody says otherwise.
    await open(page, satchel.url, '/settings?section=devices');
    // its session was made outside of a browser
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'API' }).getByRole('button', { name: text('settings', 'devices.erase'), exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: text('settings', 'devices.erase'), exact: true }).click();
    await other.reload();
    await other.waitForURL(/\/auth\/login/);
    await open(page, satchel.url, '/settings?section=devices');
    await expect(page.getByText(text('settings', 'devices.erased'), { exact: true })).toBeVisible();

    // A picture is one by its content; the user menu shows it.
    await open(page, satchel.url, '/settings');
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(page.getByRole('alert').filter({ hasText: text('errors', 'IMAGE_NOT_VALID') })).toBeVisible();
    await chooser.setInputFiles('public/icons/icon-192.png');
    await expect(page.locator('.frame-sidebar img[src*="/logo?v="]')).toBeVisible();
  } finally {
    await laptop.dispose();
    await tablet.dispose();
  }
});
