/**
 * The consent page for an app of another company: allowed, revoked, declined, invalid. Also sign-in of the desktop app,
 * a change of the password, and profile pictures.
 */
import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { foundCompany, callsOf, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { THIRD_PARTY as rooms, theServer } from '../support/component/server';
import { bearer, get, post, type Fields } from '../support/third-party';

let company: Company;
let url: string;
beforeAll(async () => {
  company = await foundCompany('Room House');
  ({ url } = await theServer());
});
let device: Device | undefined;
afterAll(() => {
  device = undefined;
});

const address = (change: Fields = {}, forge: Fields = {}, at = Date.now()): string =>
  `/auth/authorization?${new URLSearchParams(rooms.request(at, change, forge)).toString()}`;
/** parameters of the browser's last redirect to another site */
const cameBack = async (): Promise<URLSearchParams> => {
  await until(() => expect(device!.left.at(-1)).toMatch(rooms.redirectUrl));
  return new URL(device!.left.pop()!).searchParams;
};

test('a person signs in and allows an app, which acts within its scopes until it is revoked', async () => {
  device = new Device(url);
  const page = await openPage({ device, path: address() });
  await page.at(/^\/auth\/login\?redirect=/);
  await page.fill(() => page.element('input[name=email]')!, company.owner.email);
  await page.fill(() => page.element('input[name=password]')!, company.owner.password);
  await page.press(() => page.getByRole('button', { name: page.text('auth', 'signIn') }));
  await page.findByRole('heading', { name: page.text('account', 'consent.title', { name: 'Room Booker' }) });
  for (const scope of rooms.scopes) await page.findByText(page.text('account', `scope.${scope}`));
  expect(page.queryByText(page.text('account', 'scope.meetings.create'))).toBeNull();
  await page.press(() => page.getByRole('button', { name: page.text('account', 'consent.allow') }));
  const answer = await cameBack();
  expect(answer.get('state')).toBe('st&te=1');
  const { accessToken } = (await rooms.redeem(url, answer.get('code')!)).data!;
  const mine = () => get<{ companyName: string }>(`${url}/api/organization/open/me`, bearer(accessToken));
  expect((await mine()).data).toMatchObject({ companyName: 'Room House' });
  expect(
    (await post<{ list: unknown[] }>(`${url}/api/core/project/my/search/page`, {}, bearer(accessToken))).data!.list,
  ).toEqual([]);
  expect((await post(`${url}/api/core/meeting/create`, { title: 'Not allowed' }, bearer(accessToken))).error).toBe(
    'NO_PERMISSION',
  );

  await page.goTo('/settings?section=apps');
  await page.findByText('Room Booker');
  await page.press(() => page.getByRole('button', { name: `${page.text('settings', 'apps.revoke')}: Room Booker` }));
  const asked = await page.dialog('alertdialog');
  await page.press(() => asked.getByRole('button', { name: page.text('settings', 'apps.revoke') }));
  await page.findByText(page.text('settings', 'apps.none'));
  expect((await mine()).error).toBe('JWT_TOKEN_EXPIRED');

  // declined
  await page.goTo(address());
  await page.press(() => page.getByRole('link', { name: page.text('account', 'consent.reject') }));
  expect((await cameBack()).get('error')).toBe('access_denied');
  // an unknown app gets no redirect; an invalid request of a known app is reported to it
  await page.goTo(address({}, { state: 'another' }));
  await page.findByText(page.text('errors', 'SIGN_NOT_MATCH'));
  await page.goTo(address({ clientId: 'nobody-1' }));
  await page.findByRole('heading', { name: page.text('account', 'consent.unknownTitle') });
  await page.goTo(address({}, {}, Date.now() - 6 * 60_000));
  await page.findByRole('link', {
    name: page.text('account', 'consent.back', { host: new URL(rooms.redirectUrl).host }),
  });
  expect(device.left).toEqual([]);
  await page.leaveFor(address({ scopes: 'everything' }));
  expect((await cameBack()).get('error')).toBe('invalid_scope');
});

test('the desktop app gets a code in its own scheme, which signs it in once', async () => {
  const page = await openPage({
    person: company.owner,
    language: 'ja',
    path: `/auth/desktop?codeChallenge=${rooms.request(0)['codeChallenge']}&state=s1`,
  });
  await page.press(() => page.element('button[type=submit]')!);
  const link = (await page.findByRole('link', { name: page.text('account', 'desktop.open') })).getAttribute('href')!;
  // the URL scheme outside production
  expect(link).toMatch(/^satchel-dev:\/\/auth\?code=[\w-]{43}&state=s1$/);
  const code = new URL(link).searchParams.get('code')!;
  const enter = () =>
    post<{ loginToken: { accessToken: string } }>(`${url}/api/organization/user/login/desktop`, {
      code,
      codeVerifier: rooms.verifier,
    });
  const { loginToken } = (await enter()).data!;
  expect(
    (await get<{ email: string }>(`${url}/api/organization/user/my`, bearer(loginToken.accessToken))).data,
  ).toMatchObject({ email: company.owner.email });
  expect((await enter()).error).toBe('JWT_TOKEN_EXPIRED');
});

test('the password is changed, the other device signed out, and a token of an old callback removed', async () => {
  const { email, password } = company.owner;
  const next = 'Changed-demo-2';
  const tokens = (
    await post<{ loginToken: { refreshToken: string } }>(`${url}/api/organization/user/login/password`, {
      email,
      password,
    })
  ).data!.loginToken;
  const tablet = new Device(url);
  tablet.local.set('refreshToken', tokens.refreshToken);
  tablet.local.set('accessToken', 'old');
  const other = await openPage({ device: tablet, path: '/auth/login?redirect=%2Fsettings' });
  await other.at('/settings');
  await until(() => expect(other.element('.frame')).not.toBeNull());
  expect([localStorage.getItem('refreshToken'), localStorage.getItem('accessToken')]).toEqual([null, null]);

  const laptop = new Device(url);
  const page = await openPage({ device: laptop, person: company.owner, path: '/settings' });
  await page.press(() => page.getByRole('button', { name: page.text('settings', 'password.update') }));
  const dialog = await page.dialog();
  const save = (): HTMLElement => dialog.getByRole('button', { name: page.text('common', 'save') });
  const fill = async (current: string, wanted: string, confirm: string): Promise<void> => {
    await page.fill(() => dialog.getByLabelText(page.text('settings', 'password.current'), { exact: false }), current);
    await page.fill(() => dialog.getByLabelText(page.text('account', 'newPassword'), { exact: false }), wanted);
    await page.fill(() => dialog.getByLabelText(page.text('account', 'confirmPassword'), { exact: false }), confirm);
    await page.press(save);
  };
  await fill(password, password, next);
  await dialog.findByText(page.text('account', 'messages.passwordSame'));
  await dialog.findByText(page.text('account', 'messages.newConfirmMismatch'));
  await fill('Wrong-demo-1', next, next);
  await dialog.findByText(page.text('account', 'messages.passwordWrong'));
  // offline no input is lost
  laptop.become('cut');
  await fill(password, next, next);
  await dialog.findByText(page.text('settings', 'needsServer'), { exact: false });
  laptop.become('ok');
  await page.press(save);
  await until(() => expect(page.queryByRole('dialog')).toBeNull());
  expect((await post(`${url}/api/organization/user/login/password`, { email, password })).error).toBe(
    'USER_PASSOWRD_MISMATCHED',
  );
  company.owner.password = next;

  await endOtherDevice(page);
  const back = await openPage({ device: tablet, path: '/settings' });
  await back.at(/^\/auth\/login/);
  // the device has erased its replica, and confirmed it
  const again = await openPage({ device: laptop, path: '/settings?section=devices' });
  await again.findByText(again.text('settings', 'devices.erased'));
});

/** Signs out the session that was created by the API; its device erases its replica when it connects again. */
async function endOtherDevice(page: Page): Promise<void> {
  await page.goTo('/settings?section=devices');
  const erase = page.text('settings', 'devices.erase');
  const row = (): HTMLElement =>
    within(page.getByRole('main'))
      .getAllByRole('listitem')
      .find((each) => each.textContent?.includes('API') && within(each).queryByRole('button', { name: erase }))!;
  await page.press(() => within(row()).getByRole('button', { name: erase }));
  const asked = await page.dialog('alertdialog');
  await page.press(() => asked.getByRole('button', { name: erase }));
  await until(() => expect(page.queryByRole('alertdialog')).toBeNull());
}

test('a profile picture is validated by its content', async () => {
  const { readFileSync } = await import('node:fs');
  const page = await openPage({ person: company.owner, path: '/settings' });
  const chooser = (): HTMLElement => page.element('main input[type=file]')!;
  await page.give(chooser, new File(['<svg/>'], 'me.png', { type: 'image/png' }));
  await page.findByText(page.text('errors', 'IMAGE_NOT_VALID'));
  await page.give(chooser, new File([readFileSync('public/icons/icon-192.png')], 'me.png', { type: 'image/png' }));
  await until(() => expect(page.element('.frame-sidebar img[src*="/logo?v="]')).not.toBeNull());
  expect((await (await callsOf(company.owner))(identityCalls.my, {})).email).toBe(company.owner.email);
});
