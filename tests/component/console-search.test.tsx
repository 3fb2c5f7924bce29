/**
 * Search words of the console's lists are never part of an address, because addresses stay in browser history and
 * access logs. A search survives reload, back, paging and filters, and works without scripts.
 */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { foundCompany, newPerson, join } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

/** A device that records every requested address. */
async function deviceWithLog(): Promise<{ device: Device; addresses: string[] }> {
  const device = new Device((await theServer()).url);
  const addresses: string[] = [];
  const request = device.request.bind(device);
  device.request = (address, ...rest) => {
    addresses.push(address);
    return request(address, ...rest);
  };
  return { device, addresses };
}

const field = (page: Page, key: string) => (): HTMLInputElement =>
  page.getByRole('searchbox', { name: page.text('admin', key) });

test('the directory is searched during typing, and no address contains a word of it', async () => {
  const { device, addresses } = await deviceWithLog();
  const page = await openPage({ device, person: demoPerson('emma'), path: '/admin/employees' });
  const search = field(page, 'employees.search');
  const [emma, ming] = [demoPerson('emma').name, demoPerson('ming').name];
  const person = (name: string): HTMLElement | null => page.queryByRole('link', { name });
  const onlyMing = (): Promise<void> =>
    until(() => {
      expect(person(ming)).not.toBeNull();
      expect(person(emma)).toBeNull();
      expect(search().value).toBe(ming);
    });
  await page.fill(search, ming);
  await onlyMing();
  await page.at(/^\/admin\/employees\?words=[\w-]+$/);
  const found = page.path();

  await page.reload();
  await onlyMing();
  await page.press(() => person(ming)!);
  await page.dialog();
  await page.user.keyboard('{Escape}');
  await page.at(found);
  // following a link and going back
  await page.follow('/admin/employees?tab=requests');
  await page.follow('/admin/employees');
  await until(() => expect([search().value, person(emma) !== null]).toEqual(['', true]));
  window.history.go(-2);
  await page.at(found);
  await onlyMing();
  await page.user.selectOptions(
    page.getByRole('combobox', { name: page.text('admin', 'employees.column.status') }),
    'active',
  );
  await page.at(/status=active/);
  await onlyMing();
  await page.fill(search, '');
  await page.at('/admin/employees?status=active');

  const words = ming
    .split(' ')
    .flatMap((word) => [word, encodeURIComponent(word), Buffer.from(word).toString('base64url')]);
  expect(addresses.filter((address) => /admin/.test(address)).length).toBeGreaterThan(5);
  expect(addresses.filter((address) => words.some((word) => address.includes(word)))).toEqual([]);
});

test('without a network a search leaves the list as it is, and the console reports it', async () => {
  const { device } = await deviceWithLog();
  const page = await openPage({ device, person: demoPerson('emma'), path: '/admin/employees' });
  await until(() => expect(page.element('.frame')?.getAttribute('data-kept')).toBe('employees'));
  device.become('cut');
  await page.fill(field(page, 'employees.search'), demoPerson('ming').name);
  await page.findByText(page.text('admin', 'frame.stale.text'));
  expect(page.queryByRole('link', { name: demoPerson('emma').name })).not.toBeNull();
  await page.at('/admin/employees');
});

test('audit trail and settings are searched without a word in the address, and without scripts', async () => {
  const { device, addresses } = await deviceWithLog();
  const company = await foundCompany('Harbour Works', 'en', newPerson('Nora Field'));
  const [joined, other] = [newPerson('Quirin Walsh'), newPerson('Ada Stone')];
  for (const each of [joined, other]) await join(company, each);
  const page = await openPage({ device, person: company.owner, path: '/admin/audit' });
  const rows = (): number => document.querySelectorAll('[data-audit]').length;
  await until(() => expect(rows()).toBeGreaterThan(2));
  const everything = rows();
  await page.fill(field(page, 'audit.search'), 'Quirin');
  await page.press(() => page.getByRole('button', { name: page.text('admin', 'audit.apply') }));
  await page.at(/^\/admin\/audit\?words=[\w-]+$/);
  await until(() => expect(rows()).toBeLessThan(everything));
  const file = await (
    await device.request(page.getByRole('link', { name: page.text('admin', 'audit.export') }).getAttribute('href')!)
  ).text();
  expect([file.includes('Quirin'), file.includes('Ada Stone')]).toEqual([true, false]);

  await page.goTo('/admin/settings');
  await page.fill(field(page, 'settings.admins.find'), 'Quirin');
  await page.press(() => within(field(page, 'settings.admins.find')().form!).getByRole('button'));
  await page.findByRole('button', { name: page.text('admin', 'settings.admins.makeOf', { name: joined.name }) });
  expect(
    page.queryByRole('button', { name: page.text('admin', 'settings.admins.makeOf', { name: other.name }) }),
  ).toBeNull();
  expect(addresses.filter((address) => /quirin/i.test(address))).toEqual([]);

  // as a browser submits the form without scripts
  const send = (to: string): Promise<Response> =>
    device.request('/admin/search-words', {
      method: 'POST',
      body: new URLSearchParams({ to, words: 'Quirin', status: 'active', department: '' }),
    });
  const answer = await send('/admin/employees?page=3');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/employees\?page=3&status=active&words=[\w-]+$/),
  ]);
  await page.goTo(answer.headers.get('location')!.replace('page=3&', ''));
  await until(() =>
    expect([
      page.queryByRole('link', { name: joined.name }) !== null,
      page.queryByRole('link', { name: other.name }),
    ]).toEqual([true, null]),
  );
  for (const to of ['//evil.example', '/.//evil.example/admin', '/search', '/admin/audit/export', ''])
    expect((await send(to)).status, to).toBe(400);
});

test('people to add to a department are searched without a word in the address', async () => {
  const { device, addresses } = await deviceWithLog();
  const page = await openPage({ device, person: demoPerson('emma'), path: '/admin/organization' });
  // a department to which people can be added
  await page.press(() => page.getAllByRole('row').find((row) => row.getAttribute('aria-level') === '1')!);
  await page.press(() => page.getAllByRole('link', { name: page.text('admin', 'organization.add.action') })[0]!);
  const dialog = await page.dialog();
  await until(() => expect(dialog.getAllByRole('checkbox').length).toBeGreaterThan(1));
  const name = (): string =>
    dialog.getAllByRole('checkbox')[0]!.closest('label')!.querySelector('span span')!.textContent!;
  const wanted = name();
  await page.fill(() => dialog.getByRole('searchbox'), wanted);
  await until(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(1));
  expect(name()).toBe(wanted);
  expect(
    addresses.filter(
      (address) => address.includes(encodeURIComponent(wanted)) || address.includes(wanted.split(' ')[0]!),
    ),
  ).toEqual([]);
});
