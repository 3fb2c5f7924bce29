/**
 * A company from its registration to the day its founder is an ordinary member: registered, activated by e-mail, people
 * invited by e-mail and by link, one approved into a department, who signs in and works; restricted to the office's
 * address, which locks them out elsewhere and admits them again; transferred to them. In Japanese on a phone; axe
 * checks each screen. Each browser uses a proxy that reports its location. Wrong input of these forms is tested as
 * components.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { findings, NARROW, scrollsSideways } from '../support/axe';
import type { BadProxy } from '../support/bad-proxy';
import { activateCompany, enter, fillOrganization } from '../support/company-steps';
import { expect, openLine, test } from '../support/e2e';
import { linkTo } from '../support/mailbox-steps';
import { createProject, fillSignIn, open, text, waitForShell, waitUntilSent, writeNote } from '../support/steps';

interface Person {
  name: string;
  email: string;
  password: string;
}
const address = (name: string): string => `${name}.${randomBytes(4).toString('hex')}@akari.example`;

const LANGUAGE = 'ja';
const COMPANY = '灯り製作所';
const OWNER: Person = { name: '高橋 直子', email: address('naoko'), password: 'Akari-lamp-1' };
/** joins by the invitation's e-mail */
const INVITED: Person = { name: '森 健太', email: address('kenta'), password: 'Akari-lamp-2' };
/** joins by the link after applying, and owns the company in the end */
const APPLIED: Person = { name: '小林 葵', email: address('aoi'), password: 'Akari-lamp-3' };
const MEMO = '展示会でお会いしました。';
const [OUTER, INNER] = ['製造', 'ガラス'];
const OFFICE = '192.0.2.10';
const CAFE = '198.51.100.9';

async function accessible(page: Page): Promise<void> {
  expect(await findings(page, new URL(page.url()).pathname)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

const dialog = (page: Page): Locator => page.getByRole('dialog');

const say = (ns: string, key: string, params: Record<string, string | number> = {}): string =>
  text(ns, key, params, LANGUAGE);
const done = (page: Page, key: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: say('admin', key) })).toBeVisible();

test('a company from its registration to its next owner', async ({ satchel, openPage }) => {
  const lines: BadProxy[] = [];
  const arrive = async (): Promise<{ page: Page; line: BadProxy }> => {
    const [page, line] = await Promise.all([openPage({ locale: 'ja-JP', viewport: NARROW }), openLine(satchel)]);
    lines.push(line);
    return { page, line: Object.assign(line, { address: OFFICE }) };
  };
  try {
    const { page: boss, line: office } = await arrive();
    const { page: other, line: carried } = await arrive();
    /** opens the link of an e-mail, through the reader's proxy */
    const openMail = async (page: Page, line: BadProxy, email: string, about: string): Promise<void> => {
      const { pathname, search } = new URL(await linkTo(satchel.dataDir, email, about));
      await page.goto(line.url + pathname + search);
    };

    await test.step('registered', async () => {
      await boss.goto(`${office.url}/auth/login`);
      await boss.getByRole('link', { name: say('auth', 'register') }).click();
      await boss.getByRole('button', { name: say('account', 'continue') }).click();
      await expect(boss.getByText(say('account', 'messages.roleRequired'))).toBeVisible();
      await accessible(boss);
      await fillOrganization(boss, { name: COMPANY, owner: OWNER, language: LANGUAGE });
      await boss.getByLabel(say('account', 'yourName')).fill(OWNER.name);
      await boss.getByLabel(say('account', 'workEmail')).fill(OWNER.email);
      await boss.getByRole('button', { name: say('account', 'register.submit') }).click();
      await expect(boss.getByText(say('account', 'messages.termsRequired'))).toBeVisible();
      await accessible(boss);
      await boss.getByRole('checkbox').check();
      await boss.getByRole('button', { name: say('account', 'register.submit') }).click();
      await expect(boss.getByText(say('account', 'register.sentText', { email: OWNER.email }))).toBeVisible();
      await accessible(boss);
    });

    await test.step('activated by e-mail with a password; its owner sees the checklist, whose first step creates a department', async () => {
      await activateCompany(
        boss,
        { url: office.url, dataDir: satchel.dataDir },
        { name: COMPANY, owner: OWNER, language: LANGUAGE },
      );
      const checklist = '/auth/verification-success';
      await expect(boss.getByText(say('account', 'ready.done'))).toHaveCount(0);
      await accessible(boss);
      await boss.getByRole('link', { name: say('account', 'ready.configure.title') }).click();
      await expect(boss.getByText(say('admin', 'organization.noneTitle'))).toBeVisible();
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).fill(OUTER);
      await accessible(boss);
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).press('Enter');
      await boss.waitForURL(/done=created/);
      await boss.goto(office.url + checklist);
      await expect(
        boss.getByRole('listitem').filter({ hasText: say('account', 'ready.configure.title') }),
      ).toContainText(say('account', 'ready.done'));
      await boss.getByRole('link', { name: say('account', 'ready.open') }).click();
      await waitForShell(boss);
      await expect(boss.locator('.frame-sidebar')).toContainText(COMPANY);
      await accessible(boss);
    });

    await test.step('given a sub-department', async () => {
      await boss.goto(`${office.url}/admin/organization`);
      await boss
        .getByRole('link', { name: say('admin', 'organization.create.action') })
        .first()
        .click();
      await dialog(boss).getByLabel(say('admin', 'organization.field.name')).fill(INNER);
      await dialog(boss).getByLabel(say('admin', 'organization.field.parent')).selectOption({ label: OUTER });
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'organization.create.submit') })
        .click();
      await expect(dialog(boss)).toBeHidden();
      await done(boss, 'organization.done.created');
      await accessible(boss);
    });

    const link = await test.step('people invited by e-mail and by link', async () => {
      await boss.goto(`${office.url}/admin/employees`);
      await expect(boss.getByText(say('admin', 'employees.aloneTitle'))).toBeVisible();
      await boss
        .getByRole('link', { name: say('admin', 'employees.invite.action'), exact: true })
        .first()
        .click();
      const form = dialog(boss);
      // before its scripts have loaded the browser submits the form itself: the resulting page says the same
      const account = await form.locator('input[name=account]').inputValue();
      const plain = await boss.request.post(boss.url(), {
        form: { account, intent: 'invite', email: 'nobody', name: INVITED.name },
      });
      expect(await plain.text()).toContain(say('auth', 'emailInvalid'));
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('auth', 'emailRequired'))).toBeVisible();
      await form.getByLabel(say('admin', 'employees.column.email')).fill(INVITED.email);
      await form.getByLabel(say('admin', 'employees.column.name')).fill(INVITED.name);
      await form.getByLabel(say('admin', 'employees.invite.department')).selectOption({ label: `${OUTER} / ${INNER}` });
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('admin', 'employees.invite.done', { email: INVITED.email }))).toBeVisible();
      await form.getByLabel(say('admin', 'employees.column.email')).fill(OWNER.email);
      await form.getByLabel(say('admin', 'employees.column.name')).fill(OWNER.name);
      await form.getByRole('button', { name: say('admin', 'employees.invite.submit') }).click();
      await expect(form.getByText(say('errors', 'USER_ALREADY_IN_COMPANY'))).toBeVisible();
      await form.getByRole('link', { name: say('admin', 'employees.invite.link') }).click();
      await form.getByRole('button', { name: say('admin', 'employees.link.make') }).click();
      const field = form.getByRole('textbox', { name: say('admin', 'employees.invite.link') });
      await expect(field).toHaveValue(/\/invite\//);
      await accessible(boss);
      const made = new URL(await field.inputValue());
      await boss.keyboard.press('Escape');
      await expect(
        boss
          .getByRole('row', { name: new RegExp(INVITED.name) })
          .getByText(say('admin', 'employees.status.pending'))
          .filter({ visible: true }),
      ).toBeVisible();
      await accessible(boss);
      return made;
    });

    await test.step('the invitation accepted with a new password', async () => {
      await openMail(other, carried, INVITED.email, '/verify/invite-user');
      await accessible(other);
      await other.getByLabel(say('account', 'newPassword')).fill(INVITED.password);
      await other.getByLabel(say('account', 'confirmPassword')).fill(INVITED.password);
      await other.getByRole('button', { name: say('account', 'invited.accept') }).click();
      await other.waitForURL((at) => at.pathname === '/search');
      await other.context().clearCookies();
    });

    await test.step('an application by the link', async () => {
      await other.goto(carried.url + link.pathname + link.search);
      await accessible(other);
      await other.getByLabel(say('account', 'yourName')).fill(APPLIED.name);
      await other.getByLabel(say('account', 'workEmail')).fill(APPLIED.email);
      await other.getByLabel(say('account', 'memo')).fill(MEMO);
      await other.getByRole('button', { name: say('account', 'join.submit') }).click();
      await openMail(other, carried, APPLIED.email, '/user/company/applyVerify');
      await accessible(other);
      await other.getByLabel(say('account', 'newPassword')).fill(APPLIED.password);
      await other.getByLabel(say('account', 'confirmPassword')).fill(APPLIED.password);
      await other.getByRole('button', { name: say('account', 'apply.submit') }).click();
      await expect(other.getByText(say('account', 'join.waitingTitle'))).toBeVisible();
      await accessible(other);
    });

    await test.step('approved into a department, by the e-mail that links to this request', async () => {
      await openMail(boss, office, OWNER.email, '/admin/employees');
      await expect(dialog(boss).getByText(MEMO)).toBeVisible();
      await accessible(boss);
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'employees.requests.approve') })
        .click();
      await expect(dialog(boss).getByText(say('admin', 'organization.messages.departmentRequired'))).toBeVisible();
      await dialog(boss).getByLabel(say('admin', 'employees.column.department')).selectOption({ label: OUTER });
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'employees.requests.approve') })
        .click();
      await done(boss, 'employees.done.approved');
    });

    const projectId = await test.step('the new member signs in, works, and has no access to the console', async () => {
      await enter(other, carried, APPLIED, LANGUAGE);
      await waitForShell(other);
      const id = await createProject(other, carried.url, 'Field visit', LANGUAGE);
      await waitUntilSent(other);
      await other.goto(`${carried.url}/admin/employees`);
      await expect(other.getByRole('heading', { name: say('auth', 'noAccess.title') })).toBeVisible();
      await accessible(other);
      return id;
    });

    await test.step('a removal: names the person and the new owner of their work; the owner cannot be removed', async () => {
      await boss.getByRole('link', { name: new RegExp(say('admin', 'employees.directory')) }).click();
      await boss.getByRole('link', { name: OWNER.name }).click();
      await expect(dialog(boss).getByText(say('admin', 'employees.member.ownerStays'))).toBeVisible();
      await boss.keyboard.press('Escape');
      await boss.getByRole('link', { name: INVITED.name }).click();
      await dialog(boss)
        .getByRole('link', { name: say('admin', 'employees.remove.action') })
        .click();
      await expect(dialog(boss).getByText(say('admin', 'employees.remove.work', { owner: OWNER.name }))).toBeVisible();
      await accessible(boss);
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'employees.remove.submit', { name: INVITED.name }) })
        .click();
      await done(boss, 'employees.done.removed');
      await expect(boss.getByRole('link', { name: INVITED.name })).toBeHidden();
    });

    await test.step('found in the directory and made an administrator', async () => {
      await expect(boss.getByText(APPLIED.email).filter({ visible: true })).toBeVisible();
      await boss.getByRole('searchbox', { name: say('admin', 'employees.search') }).fill(APPLIED.email.slice(0, 4));
      await expect(boss.getByRole('link', { name: OWNER.name })).toBeHidden();
      await accessible(boss);
      await boss.getByRole('link', { name: APPLIED.name }).click();
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'employees.member.setAdmin') })
        .click();
      await expect(dialog(boss).getByText(say('admin', 'employees.member.done.setAdmin'))).toBeVisible();
      await accessible(boss);
      await other.goto(`${carried.url}/admin/employees`);
      await expect(other.getByRole('heading', { name: say('admin', 'employees.title'), level: 1 })).toBeVisible();
    });

    await test.step('restricted to the office: the administrator’s own address first, then both confirmations', async () => {
      await boss.goto(`${office.url}/admin/ip-management`);
      await accessible(boss);
      await boss.getByRole('link', { name: say('admin', 'ip.restriction.turnOn'), exact: true }).click();
      await expect(boss.getByText(say('admin', 'ip.turnOn.refusedText', { ip: OFFICE }))).toBeVisible();
      await dialog(boss)
        .getByRole('button', { name: say('admin', 'ip.restriction.addCurrent') })
        .click();
      await boss.getByLabel(say('admin', 'ip.turnOn.common', { ip: OFFICE })).check();
      await boss.getByLabel(say('admin', 'ip.turnOn.risk')).check();
      await accessible(boss);
      await boss.getByRole('button', { name: say('admin', 'ip.turnOn.confirm') }).click();
      await expect(boss.getByText(say('admin', 'ip.restriction.onText'))).toBeVisible();
      // a rule that covers the viewer's address shows why it cannot be removed
      await boss.getByRole('link', { name: say('admin', 'ip.delete', { value: OFFICE }) }).click();
      await expect(boss.getByText(say('admin', 'ip.remove.covers', { ip: OFFICE }))).toBeVisible();
      await expect(boss.getByRole('button', { name: say('admin', 'ip.remove.confirm') })).toHaveCount(0);
      await boss.keyboard.press('Escape');
      await expect(dialog(boss)).toHaveCount(0);
    });

    await test.step('blocked at another address, with all data preserved', async () => {
      await open(other, carried.url, `/project/${projectId}`);
      await waitUntilSent(other);
      carried.address = CAFE;
      carried.become('ok');
      await expect(other.getByText(say('shell', 'banner.ipBlocked'))).toBeVisible();
      await writeNote(other, carried.url, projectId, 'Seen on site', ['The shelf is empty.'], LANGUAGE);
      await open(other, carried.url, `/project/${projectId}`);
      await expect(other.getByRole('link', { name: /Seen on site/ })).toBeVisible();
      await expect(other.getByText(say('shell', 'banner.ipBlockedText'))).toBeVisible();
      await accessible(other);
      const again = await other.context().newPage();
      await again.goto(`${carried.url}/auth/login`);
      await fillSignIn(again, APPLIED.email, APPLIED.password, LANGUAGE);
      await again.waitForURL('**/ip-blocked');
      await expect(again.getByText(CAFE)).toBeVisible();
      await accessible(again);
      await again.close();
    });

    await test.step('admitted again by a rule of the owner, who sees blocked people and addresses in the log', async () => {
      await boss.goto(`${office.url}/admin/ip-logs?status=blocked`);
      await expect(
        boss
          .getByRole('row', { name: new RegExp(CAFE.replaceAll('.', '\\.')) })
          .filter({ hasText: APPLIED.name })
          .first(),
      ).toBeVisible();
      await accessible(boss);
      const download = boss.waitForEvent('download');
      await boss.getByRole('link', { name: say('admin', 'ip.log.export') }).click();
      expect(readFileSync(await (await download).path(), 'utf8')).toContain(
        `,${CAFE},${say('admin', 'ip.log.blocked')},`,
      );
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
      // a reload is enough
      await other.evaluate(() => {
        dispatchEvent(new Event('focus'));
      });
      await waitUntilSent(other);
      await expect(other.getByText(say('shell', 'banner.ipBlocked'))).toHaveCount(0);
    });

    await test.step('ownership transferred after a confirmation, and the former owner loses the console immediately', async () => {
      await boss.goto(`${office.url}/admin/settings`);
      const transfer = (page: Page): Locator =>
        page.getByRole('region', { name: say('admin', 'settings.owner.title'), exact: true });
      await transfer(boss).getByRole('button').click();
      await expect(transfer(boss).getByText(say('admin', 'settings.owner.chooseNeeded'))).toBeVisible();
      await expect(transfer(boss).getByText(say('admin', 'settings.owner.confirmNeeded'))).toBeVisible();
      await accessible(boss);
      await transfer(boss)
        .getByRole('combobox')
        .selectOption({ label: `${APPLIED.name} (${APPLIED.email})` });
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
  } finally {
    await Promise.all(lines.map((line) => line.close()));
  }
});
