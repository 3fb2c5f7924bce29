/**
 * The form that starts a recording of a new meeting shows the same hints as the recorder beside the notes of a meeting.
 */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { settingCalls } from '../../server/organization/settings/contract';
import { callsOf, foundCompany, type Company } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('Recording House');
});
afterEach(() => shareSound(false));

/** Simulates a browser that can share the sound of a tab, or cannot. */
const shareSound = (can: boolean): void =>
  void Object.defineProperty(window.navigator, 'mediaDevices', {
    configurable: true,
    value: can ? { getDisplayMedia: () => Promise.reject(new Error('not in this test')) } : undefined,
  });
const open = async (): Promise<Page> => {
  const page = await openPage({ person: company.owner, path: '/meeting-note' });
  await until(() => page.getByRole('button', { name: page.text('recorder', 'start') }));
  return page;
};

test('before a recording starts, hints name free space, consent, and headphones if sound is shared', async () => {
  shareSound(true);
  const page = await open();
  const said = (key: string, params = {}): HTMLElement => page.getByText(page.text('recorder', key, params));
  await until(() => said('space.hours_other', { count: 44 }));
  said('consentHint');
  expect(page.queryByText(page.text('recorder', 'echoHint'))).toBeNull();
  await page.press(() => page.getByRole('button', { name: new RegExp(page.text('recorder', 'source.label')) }));
  await page.press(() => page.getByRole('option', { name: new RegExp(page.text('recorder', 'source.both')) }));
  await until(() => said('echoHint'));
  // two channels need twice the space
  said('space.hours_other', { count: 22 });
});

test('the hint about consent is not shown if the organization has disabled it', async () => {
  const call = await callsOf(company.owner);
  await call(settingCalls.change, { id: company.id, recordingHint: false });
  const page = await open();
  await until(() => page.getByText(page.text('recorder', 'space.hours_other', { count: 44 })));
  await until(() => expect(page.queryByText(page.text('recorder', 'consentHint'))).toBeNull());
});
