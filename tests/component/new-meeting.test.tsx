/** The form that starts a recording for a new meeting says what the recorder beside a meeting's notes says. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { settingCalls } from '../../server/organization/settings/contract';
import { callsOf, foundCompany, type Company } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('Recording House');
});
afterEach(() => shareSound(false));

/** A browser that can share the sound of a tab, or none. */
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

test('the space for a recording, consent, and headphones where sound is shared are said before it starts', async () => {
  shareSound(true);
  const page = await open();
  const said = (key: string, params = {}): HTMLElement => page.getByText(page.text('recorder', key, params));
  await until(() => said('space.hours_other', { count: 44 }));
  said('consentHint');
  expect(page.queryByText(page.text('recorder', 'echoHint'))).toBeNull();
  await page.press(() => page.getByRole('button', { name: new RegExp(page.text('recorder', 'source.label')) }));
  await page.press(() => page.getByRole('option', { name: new RegExp(page.text('recorder', 'source.both')) }));
  await until(() => said('echoHint'));
  // two channels take twice the space
  said('space.hours_other', { count: 22 });
});

test('an organization that turned the reminder off is not reminded of consent', async () => {
  const call = await callsOf(company.owner);
  await call(settingCalls.change, { id: company.id, recordingHint: false });
  const page = await open();
  await until(() => page.getByText(page.text('recorder', 'space.hours_other', { count: 44 })));
  await until(() => expect(page.queryByText(page.text('recorder', 'consentHint'))).toBeNull());
});
