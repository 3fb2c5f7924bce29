/**
 * The data that a device stores and leaves behind, byte by byte in the browser's profile. During a session no content
 * is readable in its databases; after signing out, here or remotely, nothing is left in the whole profile.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { newCompany } from '../support/company';
import type { Device } from '../support/device';
import { expect, test } from '../support/e2e';
import { holding, keysIn, sizeOf } from '../support/profile-bytes';
import { recordedFor } from '../support/recorder-steps';
import { createProject, open, signIn, text, waitUntilSent, writeNote } from '../support/steps';

const SPOKEN = fileURLToPath(new URL('../fixtures/spoken.wav', import.meta.url));
/** Random characters that do not occur elsewhere. */
const marker = (): string =>
  `zq${randomBytes(8)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

let url: string;
let spoken: string;
let person: { name: string; email: string };

test.beforeEach(async ({ satchel, transcriber }) => {
  spoken = marker();
  transcriber.setScript([{ segments: [{ id: 0, start: 0, end: 4, text: `Then ${spoken} said`, speaker: 'A' }] }]);
  ({ url } = satchel);
  ({ owner: person } = await newCompany(satchel, { owner: 'Wilhelmina Quist' }));
});

/** Sixty-four bytes from the middle of the sound on the device. */
async function soundOn(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const named = async (start: string): Promise<string> =>
      (await indexedDB.databases()).find((d) => d.name?.startsWith(start))!.name!;
    const keys = await ask(indexedDB.open(await named('satchel-keys-')));
    const { key } = (await ask(keys.transaction('keys').objectStore('keys').get('data'))) as { key: CryptoKey };
    keys.close();
    const db = await ask(indexedDB.open(await named('satchel-device-')));
    const [chunk] = (await ask(db.transaction('chunks').objectStore('chunks').getAll(null, 1))) as {
      recordingId: string;
      seq: number;
      sealed: Uint8Array<ArrayBuffer>;
    }[];
    db.close();
    const position = new TextEncoder().encode(`chunks/${chunk!.recordingId}/${chunk!.seq}`);
    const sound = new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: chunk!.sealed.subarray(1, 13), additionalData: position },
        key,
        chunk!.sealed.subarray(13),
      ),
    );
    return [...sound.subarray(sound.length >> 1, (sound.length >> 1) + 64)];
  });
  return Uint8Array.from(bytes);
}

/**
 * Work of a person on a device: a project, a note, a recording with its transcript, a speaker's name, a search, an
 * unfinished title.
 */
async function work(device: Device): Promise<Record<string, string | Uint8Array>> {
  const page = device.page;
  const markers: Record<string, string | Uint8Array> = {
    project: marker(),
    note: marker(),
    words: marker(),
    meeting: marker(),
    speaker: marker(),
    transcript: spoken,
  };
  const projectId = await createProject(page, url, `Project ${String(markers['project'])}`);
  await writeNote(page, url, projectId, `Note ${String(markers['note'])}`, [`First ${String(markers['words'])}.`]);
  await waitUntilSent(page);
  await open(page, url, '/meeting-note');
  await page
    .getByRole('textbox', { name: text('meeting', 'form.title') })
    .fill(`Meeting ${String(markers['meeting'])}`);
  await page.getByRole('button', { name: text('recorder', 'start') }).click();
  await expect(page).toHaveURL(/\/meeting\/[a-z0-9]+/);
  await recordedFor(page, 8);
  await page
    .getByRole('button', { name: text('recorder', 'stop') })
    .first()
    .click();
  await open(page, url, `${new URL(page.url()).pathname}?tab=transcript`);
  await expect(page.getByText(spoken).first()).toBeVisible();
  markers['sound'] = await soundOn(page);
  await waitUntilSent(page);
  return markers;
}

/** The account's own data. During a session they are stored in clear, so they are searched for only after it. */
/**
 * Files in which the browser itself remembers the sign-in form: autofill, passwords, restored tabs. Clearing them is up
 * to the person.
 */
const FORM_MEMORY = /^Default\/(Web Data|Login Data( For Account)?|Sessions\/\w+): email$/;
const leftOf = (profile: string, markers: Record<string, string | Uint8Array>): string[] =>
  holding(profile, { ...markers, name: person.name, email: person.email }).filter((found) => !FORM_MEMORY.test(found));

/** Signs out through the menu. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('shell', 'userMenuOf', { name: person.name }) }).click();
  await page.getByRole('menuitem', { name: text('shell', 'signOut') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('shell', 'signOut') })
    .click();
  await page.waitForURL(/\/auth\/login/);
}

test('no content of a signed-in person is readable, and after signing out the key is gone with everything', async ({
  newDevice,
}) => {
  const device = newDevice({ microphone: SPOKEN });
  await signIn(await device.open(), url, person.email);
  const markers = await work(device);
  await device.close();
  expect(sizeOf(device.profile)).toBeGreaterThan(1_000_000);
  expect(holding(device.profile, markers)).toEqual([]);
  const [key, ...others] = keysIn(device.profile);
  expect(key).toBeDefined();
  expect(others.every((other) => other.equals(key!))).toBe(true);
  const page = await device.open();
  await open(page, url, '/settings');
  await waitUntilSent(page);
  await signOut(page);
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await device.close();
  expect(left).toEqual(['satchel-accounts']);
  expect(leftOf(device.profile, { ...markers, key: key! })).toEqual([]);
});

test('a device that was signed out remotely keeps nothing either', async ({ newDevice, openPage }) => {
  const device = newDevice({ microphone: SPOKEN });
  const keeper = await openPage();
  await signIn(await device.open(), url, person.email);
  const markers = await work(device);
  await signIn(keeper, url, person.email);
  await open(keeper, url, '/settings?section=devices');
  const others = keeper
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Chrome' })
    .filter({ hasNotText: text('settings', 'devices.current') });
  await others
    .getByRole('button', { name: text('settings', 'devices.signOut') })
    .first()
    .click();
  await keeper
    .getByRole('alertdialog')
    .getByRole('button', { name: text('settings', 'devices.signOut') })
    .click();
  await device.page.waitForURL(/\/auth\/login/);
  await expect
    .poll(() => device.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual(['satchel-accounts']);
  await device.close();
  expect(leftOf(device.profile, markers)).toEqual([]);
  expect(keysIn(device.profile)).toEqual([]);
  // it confirmed to the device that signed it out
  await open(keeper, url, '/settings?section=devices');
  await expect(keeper.getByText(text('settings', 'devices.erased'), { exact: true })).toBeVisible();
});
