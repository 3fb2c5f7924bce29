/**
 * A company from its first day to the day its founder is an ordinary member: registered, activated by the mail that was sent, people
 * invited by mail and by link, one approved into a department, who signs in and works; restricted to the office's address, which locks
 * them out elsewhere and lets them in again; handed over to them. Walked in Japanese on a wide screen and in English on a phone, each
 * screen that somebody stands on looked at by axe. Each browser comes through a proxy that says where it is.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { findings, NARROW, OF_LANGUAGE, scrollsSideways, WIDE } from '../support/axe';
import { createBadProxy, type BadProxy } from '../support/bad-proxy';
import { activateCompany, enter, fillOrganization } from '../support/company-steps';
import { createDevice, type Device } from '../support/device';
import { linkTo } from '../support/mailbox-steps';
import { createSatchel, type Satchel } from '../support/satchel';
import { createProject, fillSignIn, open, text, waitForShell, waitUntilSent, writeNote } from '../support/steps';

interface Walk {
  language: string;
  locale: string;
  viewport: { width: number; height: number };
  company: string;
  owner: Person;
  /** comes by the mail of an invitation */
  invited: Person;
  /** comes by the link, asks to join, and owns the company in the end */
  applied: Person & { memo: string };
  departments: [outer: string, inner: string];
}
interface Person { name: string; email: string; password: string }

const WALKS: Walk[] = [
  {
    language: 'ja', locale: 'ja-JP', viewport: WIDE, company: '灯り製作所', departments: ['製造', 'ガラス'],
    owner: { name: '高橋 直子', email: 'naoko@akari.example', password: 'Akari-lamp-1' },
    invited: { name: '森 健太', email: 'kenta@akari.example', password: 'Akari-lamp-2' },
    applied: { name: '小林 葵', email: 'aoi@akari.example', password: 'Akari-lamp-3', memo: '展示会でお会いしました。' },
  },
  {
    language: 'en', locale: 'en-US', viewport: NARROW, company: 'Harbour Lamps', departments: ['Making', 'Glass'],
    owner: { name: 'Nora Field', email: 'nora@harbour.example', password: 'Harbour-lamp-1' },
    invited: { name: 'Ken Forest', email: 'ken@harbour.example', password: 'Harbour-lamp-2' },
    applied: { name: 'Ivy Woods', email: 'ivy@harbour.example', password: 'Harbour-lamp-3', memo: 'We met at the fair.' },
  },
];
const OFFICE = '192.0.2.10';
const CAFE = '198.51.100.9';

let satchel: Satchel;
let devices: Device[] = [];
let lines: BadProxy[] = [];

test.beforeAll(async () => {
  // without an origin of its own a Satchel is where its proxies say
  satchel = await createSatchel({ PUBLIC_ORIGIN: '', TRUSTED_PROXIES: '127.0.0.1,::1' });
  await satchel.start();
});
test.afterEach(async () => {
  await Promise.all([...devices.map((device) => device.dispose()), ...lines.map((line) => line.close())]);
  [devices, lines] = [[], []];
});
test.afterAll(() => satchel.dispose());

async function arrive({ locale, viewport }: Walk): Promise<{ page: Page; device: Device; line: BadProxy }> {
  const device = createDevice({ locale, viewport });
  devices.push(device);
  const [page, line] = await Promise.all([device.open(), createBadProxy()]);
  lines.push(line);
  return { page, device, line: Object.assign(line, { target: satchel.url, address: OFFICE }) };
}

/** All rules in English, elsewhere those that a language can break. */
async function accessible(page: Page): Promise<void> {
  const isEnglish = (await page.evaluate(() => document.documentElement.lang)).startsWith('en');
  expect(await findings(page, new URL(page.url()).pathname, isEnglish ? undefined : OF_LANGUAGE)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

const dialog = (page: Page): Locator => page.getByRole('dialog');

for (const walk of WALKS) {
  const { language, company, owner, invited, applied, departments: [outer, inner] } = walk;
  const say = (ns: string, key: string, params: Record<string, string | number> = {}): string => text(ns, key, params, language);
  const done = (page: Page, key: string): Promise<void> => expect(page.getByRole('status').filter({ hasText: say('admin', key) })).toBeVisible();

  test(`a company from its registration to its next owner (${language}, ${walk.viewport.width} px)`, async () => {
    test.setTimeout(900_000);
    const { page: boss, line: office } = await arrive(walk);
    const { page: other, device: phone, line: carried } = await arrive(walk);
    /** opens what a mail says, on the line of whoever reads it */
    const openMail = async (page: Page, line: BadProxy, email: string, about: string): Promise<void> => {
      const { pathname, search } = new URL(await linkTo(satchel.dataDir, email, about));
      await page.goto(line.url + pathname + search);
    };

    await test.step('registered', async () => {
      await boss.goto(`${office.url}/auth/login`);
      await boss.getByRole('link', { name: say('auth', 'register') }).click();
      await boss.getByRole('button', { name: say('account', 'continue') }).click();
      await expect(boss.getByText(say('account', 'say.roleRequired'))).toBeVisible();
      await accessible(boss);
      await fillOrganization(boss, { name: company, owner, language });
      await boss.getByLabel(say('account', 'yourName')).fill(owner.name);
      await boss.getByLabel(say('account', 'workEmail')).fill(owner.email);
      await boss.getByLabel(say('account', 'password'), { exact: true }).fill(owner.password);
      await boss.getByLabel(say('account', 'confirmPassword')).fill(`${owner.password}2`);
      await boss.getByRole('button', { name: say('account', 'register.submit') }).click();
      await expect(boss.getByText(say('account', 'say.confirmMismatch'))).toBeVisible();
      await expect(boss.getByText(say('account', 'say.termsRequired'))).toBeVisible();
      await accessible(boss);
      await boss.getByLabel(say('account', 'confirmPassword')).fill(owner.password);
      await boss.getByRole('checkbox').check();
      await boss.getByRole('button', { name: say('account', 'register.submit') }).click();
      await expect(boss.getByText(say('account', 'register.sentText', { email: owner.email }))).toBeVisible();
      await accessible(boss);
    });

    await test.step('activated by the mail; its owner signs in to the checklist, whose first step makes a department', async () => {
      await activateCompany(boss, satchel, { name: company, owner, language });
      await accessible(boss);
      const checklist = '/auth/verification-success';
      await expect(boss.getByRole('link', { name: say('account', 'toSignIn') })).toHaveAttribute('href', `/auth/login?redirect=${encodeURIComponent(checklist)}`);
      await enter(boss, office, owner, language, checklist);
      await expect(boss.getByText(say('account', 'ready.done'))).toHaveCount(0);
      await accessible(boss);
      await boss.getByRole('link', { name: say('account', 'ready.configure.title') }).click();
      await expect(boss.getByText(say('admin', 'organization.noneTitle'))).toBeVisible();
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).fill(outer);
      await accessible(boss);
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).press('Enter');
      await boss.waitForURL(/done=created/);
      await boss.goto(office.url + checklist);
      await expect(boss.getByRole('listitem').filter({ hasText: say('account', 'ready.configure.title') })).toContainText(say('account', 'ready.done'));
      await boss.getByRole('link', { name: say('account', 'ready.open') }).click();
      await waitForShell(boss);
      await expect(boss.locator('.frame-sidebar')).toContainText(company);
      await accessible(boss);
    });

    await test.step('given a department within the first', async () => {
      await boss.goto(`${office.url}/admin/organization`);
      await boss.getByRole('link', { name: say('admin', 'organization.create.action') }).first().click();
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).fill(inner);
      await dialog(boss).getByLabel(say('admin', 'organization.field.parent')).selectOption({ label: outer });
      await dialog(boss).getByRole('button', { name: say('admin', 'organization.create.submit') }).click();
      await expect(dialog(boss)).toBeHidden();
      await done(boss, 'organization.done.created');
      await accessible(boss);
    });

    const link = await test.step('people invited by mail and by link', async () => {
      await boss.goto(`${office.url}/admin/employees`);
      await expect(boss.getByText(say('admin', 'employees.aloneTitle'))).toBeVisible();
      await boss.getByRole('link', { name: say('admin', 'employees.invite.action'), exact: true }).first().click();
      const form = dialog(boss);
      // before its scripts have loaded the form is sent by the browser itself: the page that comes says the same
      const account = await form.locator('input[name=account]').inputValue();
      const plain = await boss.request.post(boss.url(), { form: { account, intent: 'invite', email: 'nobody', name: invited.name } });
      expect(await plain.text()).toContain(say('auth', 'emailInvalid'));
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('auth', 'emailRequired'))).toBeVisible();
      await form.getByLabel(say('admin', 'employees.column.email')).fill(invited.email);
      await form.getByLabel(say('admin', 'employees.column.name')).fill(invited.name);
      await form.getByLabel(say('admin', 'employees.invite.department')).selectOption({ label: `${outer} / ${inner}` });
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('admin', 'employees.invite.done', { email: invited.email }))).toBeVisible();
      await form.getByLabel(say('admin', 'employees.column.email')).fill(owner.email);
      await form.getByLabel(say('admin', 'employees.column.name')).fill(owner.name);
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('errors', 'USER_ALREADY_IN_COMPANY'))).toBeVisible();
      await form.getByRole('link', { name: say('admin', 'employees.invite.link') }).click();
      await form.getByRole('button', { name: say('admin', 'employees.link.make') }).click();
      const field = form.getByRole('textbox', { name: say('admin', 'employees.invite.link') });
      await expect(field).toHaveValue(/\/invite\//);
      await accessible(boss);
      const made = new URL(await field.inputValue());
      await boss.keyboard.press('Escape');
      await expect(boss.getByRole('row', { name: new RegExp(invited.name) }).getByText(say('admin', 'employees.status.pending')).filter({ visible: true })).toBeVisible();
      await accessible(boss);
      return made;
    });

    await test.step('the invitation accepted with a password of one’s own', async () => {
      await openMail(other, carried, invited.email, '/verify/invite-user');
      await accessible(other);
      await other.getByLabel(say('account', 'newPassword')).fill(invited.password);
      await other.getByLabel(say('account', 'confirmPassword')).fill(invited.password);
      await other.getByRole('button', { name: say('account', 'invited.accept') }).click();
      await other.waitForURL((at) => at.pathname === '/search');
      await other.context().clearCookies();
    });

    await test.step('asked to join by the link', async () => {
      await other.goto(carried.url + link.pathname + link.search);
      await accessible(other);
      await other.getByLabel(say('account', 'yourName')).fill(applied.name);
      await other.getByLabel(say('account', 'workEmail')).fill(applied.email);
      await other.getByLabel(say('account', 'password'), { exact: true }).fill(applied.password);
      await other.getByLabel(say('account', 'confirmPassword')).fill(applied.password);
      await other.getByLabel(say('account', 'memo')).fill(applied.memo);
      await other.getByRole('button', { name: say('account', 'join.submit') }).click();
      await openMail(other, carried, applied.email, '/user/company/applyVerify');
      await accessible(other);
      await other.getByRole('button', { name: say('account', 'apply.submit') }).click();
      await expect(other.getByText(say('account', 'join.waitingTitle'))).toBeVisible();
      await accessible(other);
    });

    await test.step('approved into a department, by the mail that names this very request', async () => {
      await openMail(boss, office, owner.email, '/admin/employees');
      await expect(dialog(boss).getByText(applied.memo)).toBeVisible();
      await accessible(boss);
      await dialog(boss).getByRole('button', { name: say('admin', 'employees.requests.approve') }).click();
      await expect(dialog(boss).getByText(say('admin', 'organization.say.departmentRequired'))).toBeVisible();
      await dialog(boss).getByLabel(say('admin', 'employees.column.department')).selectOption({ label: outer });
      await dialog(boss).getByRole('button', { name: say('admin', 'employees.requests.approve') }).click();
      await done(boss, 'employees.done.approved');
    });

    const projectId = await test.step('the new member signs in, works, and sees nothing of the console', async () => {
      await enter(other, carried, applied, language);
      await waitForShell(other);
      const id = await createProject(other, carried.url, 'Field visit', language);
      await waitUntilSent(other);
      await other.goto(`${carried.url}/admin/employees`);
      await expect(other.getByRole('heading', { name: say('auth', 'noAccess.title') })).toBeVisible();
      await accessible(other);
      return id;
    });

    await test.step('somebody removed: told by name what becomes of their work; the owner stays', async () => {
      await boss.getByRole('link', { name: new RegExp(say('admin', 'employees.directory')) }).click();
      await boss.getByRole('link', { name: owner.name }).click();
      await expect(dialog(boss).getByText(say('admin', 'employees.member.ownerStays'))).toBeVisible();
      await boss.keyboard.press('Escape');
      await boss.getByRole('link', { name: invited.name }).click();
      await dialog(boss).getByRole('link', { name: say('admin', 'employees.remove.action') }).click();
      await expect(dialog(boss).getByText(say('admin', 'employees.remove.work', { owner: owner.name }))).toBeVisible();
      await accessible(boss);
      await dialog(boss).getByRole('button', { name: say('admin', 'employees.remove.submit', { name: invited.name }) }).click();
      await done(boss, 'employees.done.removed');
      await expect(boss.getByRole('link', { name: invited.name })).toBeHidden();
    });

    await test.step('found in the directory and made an administrator', async () => {
      await expect(boss.getByText(applied.email).filter({ visible: true })).toBeVisible();
      await boss.getByRole('searchbox', { name: say('admin', 'employees.search') }).fill(applied.email.slice(0, 4));
      await expect(boss.getByRole('link', { name: owner.name })).toBeHidden();
      await accessible(boss);
      await boss.getByRole('link', { name: applied.name }).click();
      await dialog(boss).getByRole('button', { name: say('admin', 'employees.member.setAdmin') }).click();
      await expect(dialog(boss).getByText(say('admin', 'employees.member.done.setAdmin'))).toBeVisible();
      await accessible(boss);
      await other.goto(`${carried.url}/admin/employees`);
      await expect(other.getByRole('heading', { name: say('admin', 'employees.title'), level: 1 })).toBeVisible();
    });

    await test.step('restricted to the office: one’s own address first, then both confirmations', async () => {
      await boss.goto(`${office.url}/admin/ip-management`);
      await accessible(boss);
      await boss.getByRole('link', { name: say('admin', 'ip.restriction.turnOn'), exact: true }).click();
      await expect(boss.getByText(say('admin', 'ip.turnOn.refusedText', { ip: OFFICE }))).toBeVisible();
      await dialog(boss).getByRole('button', { name: say('admin', 'ip.restriction.addCurrent') }).click();
      await boss.getByLabel(say('admin', 'ip.turnOn.common', { ip: OFFICE })).check();
      await boss.getByLabel(say('admin', 'ip.turnOn.risk')).check();
      await accessible(boss);
      await boss.getByRole('button', { name: say('admin', 'ip.turnOn.confirm') }).click();
      await expect(boss.getByText(say('admin', 'ip.restriction.onText'))).toBeVisible();
      // a rule that covers whoever looks at it says why it stays
      await boss.getByRole('link', { name: say('admin', 'ip.delete', { value: OFFICE }) }).click();
      await expect(boss.getByText(say('admin', 'ip.remove.covers', { ip: OFFICE }))).toBeVisible();
      await expect(boss.getByRole('button', { name: say('admin', 'ip.remove.confirm') })).toHaveCount(0);
      await boss.keyboard.press('Escape');
      await expect(dialog(boss)).toHaveCount(0);
    });

    await test.step('locked out in a café, with everything kept', async () => {
      await open(other, carried.url, `/project/${projectId}`);
      await waitUntilSent(other);
      carried.address = CAFE;
      carried.become('ok');
      await expect(other.getByText(say('shell', 'banner.ipBlocked'))).toBeVisible();
      await writeNote(other, carried.url, projectId, 'Seen on site', ['The shelf is empty.'], language);
      await open(other, carried.url, `/project/${projectId}`);
      await expect(other.getByRole('link', { name: /Seen on site/ })).toBeVisible();
      await expect(other.getByText(say('shell', 'banner.ipBlockedText'))).toBeVisible();
      await accessible(other);
      const again = await phone.context.newPage();
      await again.goto(`${carried.url}/auth/login`);
      await fillSignIn(again, applied.email, applied.password, language);
      await again.waitForURL('**/ip-blocked');
      await expect(again.getByText(CAFE)).toBeVisible();
      await accessible(again);
      await again.close();
    });

    await test.step('let in again by a rule of the owner, who reads in the log who was blocked and where', async () => {
      await boss.goto(`${office.url}/admin/ip-logs?status=blocked`);
      await expect(boss.getByRole('row', { name: new RegExp(CAFE.replaceAll('.', '\\.')) }).filter({ hasText: applied.name }).first()).toBeVisible();
      await accessible(boss);
      const download = boss.waitForEvent('download');
      await boss.getByRole('link', { name: say('admin', 'ip.log.export') }).click();
      expect(readFileSync(await (await download).path(), 'utf8')).toContain(`,${CAFE},${say('admin', 'ip.log.blocked')},`);
      await boss.goto(`${office.url}/admin/ip-management?dialog=new`);
      await boss.getByLabel(say('admin', 'ip.type.range')).check();
      await boss.getByRole('textbox', { name: say('admin', 'ip.value') }).fill('198.51.100.9/99');
      await boss.getByRole('button', { name: say('admin', 'ip.form.add') }).click();
      await expect(boss.getByText(say('errors', 'IP_RULE_INVALID'))).toBeVisible();
      await accessible(boss);
      await boss.getByRole('textbox', { name: say('admin', 'ip.value') }).fill('198.51.100.9/24');
      await boss.getByRole('button', { name: say('admin', 'ip.form.add') }).click();
      await expect(boss.getByRole('row', { name: /198\.51\.100\.0\/24/ })).toBeVisible();
      await accessible(boss);
      // looking at the page again is enough
      await other.evaluate(() => { dispatchEvent(new Event('focus')); });
      await waitUntilSent(other);
      await expect(other.getByText(say('shell', 'banner.ipBlocked'))).toHaveCount(0);
    });

    await test.step('handed over: not by a slip, and the former owner is out of the console at once', async () => {
      await boss.goto(`${office.url}/admin/settings`);
      const transfer = (page: Page): Locator => page.getByRole('region', { name: say('admin', 'settings.owner.title'), exact: true });
      await transfer(boss).getByRole('button').click();
      await expect(transfer(boss).getByText(say('admin', 'settings.owner.chooseNeeded'))).toBeVisible();
      await expect(transfer(boss).getByText(say('admin', 'settings.owner.confirmNeeded'))).toBeVisible();
      await accessible(boss);
      await transfer(boss).getByRole('combobox').selectOption({ label: `${applied.name} (${applied.email})` });
      await transfer(boss).getByRole('checkbox').check();
      await transfer(boss).getByRole('button').click();
      await expect(boss.getByRole('heading', { name: say('account', 'transferred.title') })).toBeVisible();
      await accessible(boss);
      await boss.goto(`${office.url}/admin/settings`);
      await expect(boss.getByRole('heading', { name: say('auth', 'noAccess.title') })).toBeVisible();
      await other.goto(`${carried.url}/admin/audit`);
      await expect(other.locator('[data-audit="company.ownerTransferred"]')).toBeVisible();
      await accessible(other);
      await other.goto(`${carried.url}/admin/settings`);
      await expect(transfer(other)).toBeVisible();
    });
  });
}
