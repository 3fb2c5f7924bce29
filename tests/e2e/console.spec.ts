/** The admin console from the service worker. Its stored answers are tested in tests/component/console.test.tsx. */
import { expect, test } from '../support/e2e';
import { fillSignIn, text } from '../support/steps';

test('the console opens from the device without the server, and updates when it is back', async ({
  company,
  line,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await page.goto(`${line.url}/admin`);
  await fillSignIn(page, company.owner.email);
  await page.waitForURL((at) => at.pathname === '/admin/overview');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const active = page.getByRole('button', { name: text('admin', 'overview.stat.activeUserCount') });
  await page.getByRole('link', { name: text('admin', 'overview.range.year') }).click();
  await page.waitForURL(/range=year/);
  await expect(active).toContainText('1');
  await expect(page.locator('.frame')).toHaveAttribute('data-kept', 'overview?range=year');
  const shown = (await active.textContent())!;
  expect(shown).toMatch(/\d/);
  // its files are cached for people with access, in one step
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (
          await Promise.all(
            (await caches.keys())
              .filter((name) => name.startsWith('console-'))
              .map(async (name) => (await (await caches.open(name)).keys()).length),
          )
        ).some(Boolean),
      ),
    )
    .toBe(true);

  line.become('cut');
  await page.goto(`${line.url}/admin/overview?range=year`);
  const stale = page.getByText(text('admin', 'frame.stale.text'));
  await expect(stale).toBeVisible();
  await expect(active).toContainText('1');
  line.become('ok');
  await expect(stale).toBeHidden();
});
