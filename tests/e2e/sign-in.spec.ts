/**
 * The landing page, and signing in on a slow connection: the form works before its scripts have loaded, and keeps its
 * values when they do.
 */
import { examine } from '../support/axe';
import { expect, test } from '../support/e2e';
import { PASSWORD, text, waitForShell } from '../support/steps';

test('a visitor chooses a language without scripts; values typed before they load are kept and sign in; then the root is the workspace, offline too', async ({
  company,
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await page.goto(satchel.url);
  await expect(page.locator('script[src], link[rel=modulepreload]')).toHaveCount(0);
  expect(await examine(page, 'visitors')).toEqual([]);
  await page.getByRole('link', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('landing', 'hero.title', {}, 'ja'));
  await page.getByRole('link', { name: 'English' }).click();
  let arrive = (): void => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await line;
    await route.continue();
  });
  await page.goto(`${satchel.url}/auth/login`, { waitUntil: 'commit' });
  const email = page.locator('input[name=email]');
  await email.fill(company.owner.email);
  arrive();
  // The scripts have loaded once they handle a change of language.
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react'))),
    )
    .toBe(true);
  await page.locator('input[name=password]').fill(PASSWORD);
  await expect(email).toHaveValue(company.owner.email);
  await page.getByRole('button', { name: text('auth', 'signIn') }).click();
  await page.waitForURL('**/search');
  await waitForShell(page);
  await page.context().setOffline(true);
  await page.goto(satchel.url);
  await page.waitForURL('**/search');
  await expect(page.locator('.frame')).toBeVisible();
});

test('clicks at each moment of the sign-in’s start break nothing', async ({ satchel, openPage }) => {
  const page = await openPage({ offline: true });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    const isReady = () => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react'));
    port1.onmessage = () => {
      document.querySelector<HTMLElement>('input[name=email]')?.click();
      if (isReady()) document.documentElement.dataset['isReady'] = 'true';
      else port2.postMessage(null);
    };
    port2.postMessage(null);
  });
  await page.goto(`${satchel.url}/auth/login`);
  await expect(page.locator('html')).toHaveAttribute('data-is-ready', 'true');
  expect(errors).toEqual([]);
});

test('the workspace’s document starts the replica of its build before any module has loaded, and the page uses that one; the sign-in starts none', async ({
  company,
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  const isReplica = (address: string): boolean => /\/assets\/replica\.worker-[\w-]+\.js$/.test(address);
  const replicas = (): string[] =>
    page
      .workers()
      .map((worker) => worker.url())
      .filter(isReplica);
  await page.addInitScript(() => {
    const started: { address: string; hasBody: boolean }[] = [];
    Object.assign(globalThis, { started });
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        started.push({ address: new URL(address, location.href).pathname, hasBody: document.body !== null });
      }
    };
  });
  const started = async (): Promise<{ address: string; hasBody: boolean }[]> =>
    (
      await page.evaluate(() => (globalThis as unknown as { started: { address: string; hasBody: boolean }[] }).started)
    ).filter(({ address }) => isReplica(address));
  await page.goto(`${satchel.url}/auth/login`);
  await page.locator('input[name=email]').fill(company.owner.email);
  await page.locator('input[name=password]').fill(PASSWORD);
  expect(await page.content()).not.toContain('replica.worker');
  expect([await started(), replicas()]).toEqual([[], []]);

  await page.getByRole('button', { name: text('auth', 'signIn') }).click();
  await page.waitForURL('**/search');
  await waitForShell(page);
  const html = await page.evaluate(() => document.head.innerHTML);
  const named = /"(\/assets\/replica\.worker-[\w-]+\.js)"/.exec(html)?.[1];
  expect(await started()).toEqual([{ address: named, hasBody: false }]);
  expect(replicas()).toEqual([satchel.url + named!]);
  expect(await page.evaluate(() => (globalThis as { satchelReplica?: Worker }).satchelReplica === undefined)).toBe(
    true,
  );
  // it was notified of the sign-in; no notification is repeated
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('freshSession');
});
