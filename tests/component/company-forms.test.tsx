/** Forms with which a company is created and people join it: validation, preserved input, and the next screen. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { departmentCalls } from '../../server/organization/departments/contract';
import { foundCompany, newPerson, PASSWORD, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('Harbour Forms');
  await company.call(departmentCalls.create, { companyId: company.id, name: 'Making', parentId: '' });
});

const dialog = (page: Page) => within(page.getByRole('dialog'));
const label = (page: Page, ns: string, key: string) => (): HTMLElement => page.getByLabelText(page.text(ns, key));

// two languages are enough: locales.test checks that all have the same texts
test.each(['en', 'ja'] as const)(
  'registering a company: no step continues without required values (%s)',
  async (language) => {
    const owner = newPerson('Nora Field');
    const page = await openPage({ path: '/auth/login', language });
    await page.press(() => page.getByRole('link', { name: page.text('auth', 'register') }));
    const next = (): HTMLElement => page.getByRole('button', { name: page.text('account', 'continue') });
    await page.press(next);
    await page.findByText(page.text('account', 'messages.roleRequired'));
    await page.fill(label(page, 'account', 'companyName'), `Lamps ${language}`);
    await page.user.selectOptions(page.element('select[name=jobRoleId]')!, 'executive');
    await page.press(next);
    await page.fill(label(page, 'account', 'yourName'), owner.name);
    await page.fill(label(page, 'account', 'workEmail'), owner.email);
    const submit = (): HTMLElement => page.getByRole('button', { name: page.text('account', 'register.submit') });
    await page.press(submit);
    await page.findByText(page.text('account', 'messages.termsRequired'));
    expect((label(page, 'account', 'yourName')() as HTMLInputElement).value).toBe(owner.name);
    await page.press(() => page.getByRole('checkbox'));
    await page.press(submit);
    await page.findByText(page.text('account', 'register.sentText', { email: owner.email }));
    await page.goTo(await (await theServer()).linkTo(owner.email, '/verify/create-company'));
    const activate = (): HTMLElement => page.getByRole('button', { name: page.text('account', 'activate.submit') });
    await page.fill(label(page, 'account', 'newPassword'), owner.password);
    await page.fill(label(page, 'account', 'confirmPassword'), `${owner.password}2`);
    await page.press(activate);
    await page.findByText(page.text('account', 'messages.confirmMismatch'));
    await page.fill(label(page, 'account', 'newPassword'), owner.password);
    await page.fill(label(page, 'account', 'confirmPassword'), owner.password);
    await page.press(activate);
    await page.findByRole('heading', { name: page.text('account', 'ready.titleOf', { company: `Lamps ${language}` }) });
  },
);

test('people are invited by e-mail and by link; an applicant waits, and is approved into a department', async () => {
  const [invited, applied] = [newPerson('Ken Forest'), newPerson('Ivy Woods')];
  const server = await theServer();
  const office = new Device(server.url);
  let boss = await openPage({ device: office, person: company.owner, path: '/admin/employees' });
  await boss.findByText(boss.text('admin', 'employees.aloneTitle'));
  await boss.press(() => boss.getAllByRole('link', { name: boss.text('admin', 'employees.invite.action') })[0]!);
  const email = (): HTMLInputElement =>
    dialog(boss).getByLabelText(boss.text('admin', 'employees.column.email'), { exact: false });
  const name = (): HTMLElement =>
    dialog(boss).getByLabelText(boss.text('admin', 'employees.column.name'), { exact: false });
  const invite = (): HTMLElement =>
    dialog(boss).getByRole('button', { name: boss.text('admin', 'employees.invite.submit') });
  await boss.press(invite);
  await until(() => dialog(boss).getByText(boss.text('auth', 'emailRequired')));
  await boss.fill(email, 'nobody');
  await boss.fill(name, invited.name);
  await boss.press(invite);
  await until(() => dialog(boss).getByText(boss.text('auth', 'emailInvalid')));
  expect((name() as HTMLInputElement).value).toBe(invited.name);
  await boss.fill(email, invited.email);
  await boss.press(invite);
  await until(() => dialog(boss).getByText(boss.text('admin', 'employees.invite.done', { email: invited.email })));
  await boss.fill(email, company.owner.email);
  await boss.fill(name, company.owner.name);
  await boss.press(invite);
  await until(() => dialog(boss).getByText(boss.text('errors', 'USER_ALREADY_IN_COMPANY')));
  await boss.press(() => dialog(boss).getByRole('link', { name: boss.text('admin', 'employees.invite.link') }));
  await boss.press(() => dialog(boss).getByRole('button', { name: boss.text('admin', 'employees.link.make') }));
  const made = (): HTMLInputElement =>
    dialog(boss).getByRole('textbox', { name: boss.text('admin', 'employees.invite.link') });
  // the link has the public address, not the address of the proxy
  await until(() => expect(made().value).toMatch(/^http:\/\/satchel\.test\/invite\//));
  const link = made().value;

  const other = await openPage({ path: await server.linkTo(invited.email, '/verify/invite-user') });
  await other.fill(label(other, 'account', 'newPassword'), PASSWORD);
  await other.fill(label(other, 'account', 'confirmPassword'), `${PASSWORD}2`);
  const accept = (): HTMLElement => other.getByRole('button', { name: other.text('account', 'invited.accept') });
  await other.press(accept);
  await other.findByText(other.text('account', 'messages.confirmMismatch'));
  await other.fill(label(other, 'account', 'newPassword'), PASSWORD);
  await other.fill(label(other, 'account', 'confirmPassword'), PASSWORD);
  await other.press(accept);
  await other.at('/search');

  const third = await openPage({ path: link });
  await third.fill(label(third, 'account', 'yourName'), applied.name);
  await third.fill(label(third, 'account', 'workEmail'), applied.email);
  await third.fill(label(third, 'account', 'memo'), 'We met at the fair.');
  await third.press(() => third.getByRole('button', { name: third.text('account', 'join.submit') }));
  await third.goTo(await server.linkTo(applied.email, '/user/company/applyVerify'));
  await third.fill(label(third, 'account', 'newPassword'), applied.password);
  await third.fill(label(third, 'account', 'confirmPassword'), applied.password);
  await third.press(() => third.getByRole('button', { name: third.text('account', 'apply.submit') }));
  await third.findByText(third.text('account', 'join.waitingTitle'));

  boss = await openPage({ device: office, path: await server.linkTo(company.owner.email, '/admin/employees') });
  await until(() => dialog(boss).getByText('We met at the fair.'));
  const approve = (): HTMLElement =>
    dialog(boss).getByRole('button', { name: boss.text('admin', 'employees.requests.approve') });
  await boss.press(approve);
  await until(() => dialog(boss).getByText(boss.text('admin', 'organization.messages.departmentRequired')));
  await boss.user.selectOptions(
    dialog(boss).getByLabelText(boss.text('admin', 'employees.column.department'), { exact: false }),
    'Making',
  );
  await boss.press(approve);
  await until(() =>
    expect(
      boss
        .getAllByRole('status')
        .some((each) => each.textContent?.includes(boss.text('admin', 'employees.done.approved'))),
    ).toBe(true),
  );

  // removing a person names them and the new owner of their documents; the owner cannot be removed
  await boss.goTo('/admin/employees');
  await boss.press(() => boss.getAllByRole('link', { name: company.owner.name })[0]!);
  await until(() => dialog(boss).getByText(boss.text('admin', 'employees.member.ownerStays')));
  await boss.user.keyboard('{Escape}');
  await until(() => expect(boss.queryByRole('dialog')).toBeNull());
  await boss.press(() => boss.getAllByRole('link', { name: invited.name })[0]!);
  await boss.press(() => dialog(boss).getByRole('link', { name: boss.text('admin', 'employees.remove.action') }));
  await until(() => dialog(boss).getByText(boss.text('admin', 'employees.remove.work', { owner: company.owner.name })));
  await boss.press(() =>
    dialog(boss).getByRole('button', { name: boss.text('admin', 'employees.remove.submit', { name: invited.name }) }),
  );
  await until(() => expect(boss.queryByRole('link', { name: invited.name })).toBeNull());
});

test('a restriction requires a rule for the own address and both confirmations; rules show their errors', async () => {
  const office = new Device((await theServer()).url);
  const page = await openPage({ device: office, person: company.owner, path: '/admin/ip-management' });
  const { ip } = office;
  await page.press(() => page.getByRole('link', { name: page.text('admin', 'ip.restriction.turnOn') }));
  await page.findByText(page.text('admin', 'ip.turnOn.refusedText', { ip }));
  await page.press(() => dialog(page).getByRole('button', { name: page.text('admin', 'ip.restriction.addCurrent') }));
  const confirm = (): HTMLElement => page.getByRole('button', { name: page.text('admin', 'ip.turnOn.confirm') });
  await page.press(() => page.getByLabelText(page.text('admin', 'ip.turnOn.common', { ip })));
  await page.press(() => page.getByLabelText(page.text('admin', 'ip.turnOn.risk')));
  await page.press(confirm);
  await page.findByText(page.text('admin', 'ip.restriction.onText'));
  // a rule that covers the viewer's own address cannot be removed, with the reason
  await page.press(() => page.getByRole('link', { name: page.text('admin', 'ip.delete', { value: ip }) }));
  await page.findByText(page.text('admin', 'ip.remove.covers', { ip }));
  expect(page.queryByRole('button', { name: page.text('admin', 'ip.remove.confirm') })).toBeNull();

  await page.goTo('/admin/ip-management?dialog=new');
  const value = (): HTMLInputElement => page.getByRole('textbox', { name: page.text('admin', 'ip.value') });
  await page.press(() => page.getByLabelText(page.text('admin', 'ip.type.range'), { exact: false }));
  await page.fill(value, '198.51.100.9/99');
  await page.press(() => page.getByRole('button', { name: page.text('admin', 'ip.form.add') }));
  await page.findByText(page.text('errors', 'IP_RULE_INVALID'));
  expect(value().value).toBe('198.51.100.9/99');
  await page.fill(value, '198.51.100.9/24');
  await page.press(() => page.getByRole('button', { name: page.text('admin', 'ip.form.add') }));
  await page.findByRole('row', { name: /198\.51\.100\.0\/24/ });

  // from another address access is refused, and the page shows that address
  const cafe = new Device(office.server);
  cafe.ip = '203.0.113.7';
  const away = await openPage({ device: cafe, path: '/auth/login' });
  await away.fill(() => away.element('input[name=email]')!, company.owner.email);
  await away.fill(() => away.element('input[name=password]')!, company.owner.password);
  await away.press(() => away.getByRole('button', { name: away.text('auth', 'signIn') }));
  await away.at('/ip-blocked');
  await away.findByText('203.0.113.7', { exact: false });
});
