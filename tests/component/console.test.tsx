/**
 * The admin console offline: it shows the last stored answer with its age. console.spec.ts tests that the service
 * worker caches its files.
 */
import { expect, test } from 'vitest';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

test('offline, the console shows the last answer with its age, and the new one when the server is back', async () => {
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: demoPerson('emma'), path: '/admin/overview' });
  const active = (): HTMLElement =>
    page.getByRole('button', { name: new RegExp(page.text('admin', 'overview.stat.activeUserCount')) });
  await page.press(() => page.getByRole('link', { name: page.text('admin', 'overview.range.year') }));
  await page.at(/range=year/);
  await until(() => expect(page.element('.frame')?.getAttribute('data-kept')).toBe('overview?range=year'));
  const shown = active().textContent;

  await page.goTo('/search');
  await page.sent();
  // each mode requests a time span that was not requested before
  for (const [mode, other] of [
    ['cut', 'day'],
    ['html', 'week'],
    ['500', 'month'],
  ] as const) {
    device.become(mode);
    // as the shell of the service worker does
    await page.follow('/admin/overview?range=year');
    await page.findByText(page.text('admin', 'frame.stale.text'));
    await until(() => expect(active().textContent).toBe(shown));
    if (mode === 'cut') {
      await page.press(() => page.getByRole('button', { name: page.text('admin', 'overview.view.table') }));
      await until(() => expect(page.getAllByRole('rowheader')).toHaveLength(12));
    }
    await page.press(() => page.getByRole('link', { name: page.text('admin', `overview.range.${other}`) }));
    await page.findByRole('heading', { name: page.text('admin', 'overview.failed') });
    device.become('ok');
    window.dispatchEvent(new Event('online'));
    await page.findByRole('heading', { name: page.text('admin', 'overview.title') });
    await until(() => expect(page.queryByText(page.text('admin', 'frame.stale.text'))).toBeNull());
    await page.follow('/search');
  }
});

test('stored answers of the console are not shown to another account', async () => {
  const device = new Device((await theServer()).url);
  const emma = await openPage({ device, person: demoPerson('emma'), path: '/admin/overview?range=year' });
  await until(() => expect(emma.element('.frame')?.getAttribute('data-kept')).toBe('overview?range=year'));
  const person = demoPerson('ming');
  const ming = await openPage({ device, path: '/auth/login' });
  await ming.fill(() => ming.element('input[name=email]')!, person.email);
  await ming.fill(() => ming.element('input[name=password]')!, person.password);
  await ming.press(() => ming.element('button[type=submit]')!);
  await ming.at('/search');
  await ming.sent();
  device.become('cut');
  await ming.follow('/admin/overview?range=year');
  await until(() => expect(ming.path()).toBe('/no-access'));
});
