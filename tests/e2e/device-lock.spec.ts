/**
 * The device lock for a person: a PIN set in the settings and requested by a browser that starts offline, a wrong PIN,
 * a passkey; and an organization that requires a lock before anything opens.
 */
import type { Page } from '@playwright/test';
import { LOSS_COUNTER_PREFIX } from '../../sync/protocol/init-message';
import { examine } from '../support/axe';
import type { Device } from '../support/device';
import { expect, test } from '../support/e2e';
import { holding, keysIn } from '../support/profile-bytes';
import { createProject, fillSignIn, open, PASSWORD, signIn, text, waitUntilSent, writeNote } from '../support/steps';

const PIN = '480273';

const lockScreen = (page: Page, state: string) => page.locator(`[data-lock-screen="${state}"]`);
const pinField = (page: Page) => page.getByLabel(text('lock', 'pin'), { exact: true });
const unlockWith = async (page: Page, pin: string): Promise<void> => {
  await pinField(page).fill(pin);
  await page.getByRole('button', { name: text('lock', 'unlock'), exact: true }).click();
};
const fillNewPin = async (page: Page, pin: string, label = 'setUp.pin'): Promise<void> => {
  await page.getByLabel(text('lock', label), { exact: true }).fill(pin);
  await page.getByLabel(text('lock', 'setUp.again')).fill(pin);
};

/**
 * Reads the device without a pause, as other screens and tabs may: the browser keeps what a read may still see.
 * @returns stops it
 */
async function keepReading(page: Page): Promise<() => Promise<void>> {
  const timer = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('read', 1);
      request.onupgradeneeded = () => {
        const rows = request.result.createObjectStore('rows');
        for (let n = 0; n < 5000; n += 1) rows.put('x'.repeat(100), n);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
    return window.setInterval(() => {
      const ends = Date.now() + 300;
      database.transaction('rows').objectStore('rows').openCursor().onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursor | null>).result;
        if (cursor && Date.now() < ends) cursor.continue();
      };
    }, 50);
  });
  return () => page.evaluate((id) => clearInterval(id), timer);
}

/** The browser removes bytes in the background: it may end only after that. */
async function expectNoKeys(device: Device): Promise<void> {
  await expect.poll(() => keysIn(device.profile)).toEqual([]);
  await device.close();
  expect(keysIn(device.profile)).toEqual([]);
}

test('a PIN set here is requested by a browser that starts offline; a passkey works too; a forgotten one is replaced with the password and loses nothing', async ({
  company,
  line,
  newDevice,
}) => {
  const device = newDevice();
  let page = await device.open();
  await signIn(page, line.url, company.owner.email);
  const projectId = await createProject(page, line.url, 'Behind a lock');
  const note = await writeNote(page, line.url, projectId, 'For nobody else', ['What only Emma reads.']);
  await waitUntilSent(page);
  await open(page, line.url, '/settings?section=lock');
  await page.getByRole('button', { name: text('lock', 'settings.setUp') }).click();
  await fillNewPin(page, '123456');
  await page.getByRole('button', { name: text('lock', 'setUp.submit') }).click();
  await expect(page.getByText(text('lock', 'pinTrivial'))).toBeVisible();
  await fillNewPin(page, PIN);
  const stopReading = await keepReading(page);
  await page.getByRole('button', { name: text('lock', 'setUp.submit') }).click();
  await expect(page.getByRole('button', { name: text('lock', 'settings.lockNow') })).toBeVisible();
  await stopReading();
  await expectNoKeys(device);
  // what the lock screen says about unsent work
  expect(holding(device.profile, { counter: LOSS_COUNTER_PREFIX }).join()).toContain('Local Storage');

  // no server at all
  line.become('cut');
  page = await device.open();
  await page.goto(line.url + note);
  await expect(lockScreen(page, 'locked')).toBeVisible();
  await expect(lockScreen(page, 'locked')).toContainText(text('lock', 'nothingWaits'));
  await expect(page.getByText('What only Emma reads.')).toHaveCount(0);
  expect(await examine(page, 'locked')).toEqual([]);
  await unlockWith(page, '480274');
  await expect(page.getByText(text('lock', 'wrong', { count: 9 }))).toBeVisible();
  await unlockWith(page, PIN);
  await expect(page.getByText('What only Emma reads.')).toBeVisible();
  await expect(lockScreen(page, 'locked')).toHaveCount(0);
  line.become('ok');

  const cdp = await device.context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${line.url}/settings?section=lock`);
  await unlockWith(page, PIN);
  await page.getByRole('button', { name: text('lock', 'settings.addPasskey') }).click();
  await pinField(page).fill(PIN);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('lock', 'settings.addPasskey') })
    .click();
  await expect(page.getByRole('button', { name: text('lock', 'settings.removePasskey') })).toBeVisible();
  await page.getByRole('button', { name: text('lock', 'settings.lockNow') }).click();
  await expect(lockScreen(page, 'covered')).toBeVisible();
  await expect(page.getByRole('heading', { name: text('lock', 'settings.passkeys') })).toBeHidden();
  await page.getByRole('button', { name: text('lock', 'passkeyUnlock') }).click();
  await expect(lockScreen(page, 'covered')).toHaveCount(0);

  await page.reload();
  await expect(lockScreen(page, 'locked')).toBeVisible();
  await page.getByRole('button', { name: text('lock', 'forgot') }).click();
  await page.getByLabel(text('lock', 'recover.password')).fill(PASSWORD);
  await fillNewPin(page, '731905', 'settings.newPin');
  await page.getByRole('button', { name: text('lock', 'recover.submit') }).click();
  await expect(page.getByRole('button', { name: text('lock', 'settings.lockNow') })).toBeVisible();
});

test('an organization that requires a lock: a new device shows nothing before there is a PIN, and stores no key without one', async ({
  company,
  line,
  newDevice,
  openPage,
}) => {
  const device = newDevice();
  const colleague = await company.addMember('Misaki Sato');
  const desk = await openPage();
  await signIn(desk, line.url, company.owner.email);
  const required = await desk.evaluate(async () => {
    const my = (await (await fetch('/api/organization/user/my')).json()) as {
      data: { userCompany: { companyId: string } };
    };
    const answer = await fetch(`/api/organization/company/${my.data.userCompany.companyId}/setting`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceLock: 'required', leaseHours: 24 }),
    });
    return answer.status;
  });
  expect(required).toBe(200);
  const page = await device.open();
  await page.goto(`${line.url}/auth/login?redirect=%2Fmy-base%2Fproject`);
  await fillSignIn(page, colleague.email);
  await expect(lockScreen(page, 'setUp')).toBeVisible();
  expect(await examine(page, 'required')).toEqual([]);
  await fillNewPin(page, PIN);
  await page.getByRole('button', { name: text('lock', 'setUp.submit') }).click();
  await expect(page.locator('.frame')).toBeVisible();
  await expect(lockScreen(page, 'setUp')).toHaveCount(0);
  await expectNoKeys(device);
  // a device in use learns of it at its next contact
  await desk.reload();
  await expect(lockScreen(desk, 'setUp')).toBeVisible();
});
