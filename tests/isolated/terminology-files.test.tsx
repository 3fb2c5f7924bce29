/** Files of terms: an extraction is asked for, and asked for again where it failed. */
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { FilesTab } from '../../app/features/terminology/files-tab';
import common from '../../locales/en/common.json';
import errors from '../../locales/en/errors.json';
import terminology from '../../locales/en/terminology.json';
import { terminologyCalls, type TerminologyFile } from '../../server/core/terminology/contract';
import { render, shownPage } from '../support/component/render';

const call = vi.hoisted(() => vi.fn());
vi.mock('~/api/client', () => ({ call }));
vi.mock('~/replica/hooks', () => ({
  useAccount: () => null,
  useQuery: () => [],
  useStatus: () => ({ connection: { state: 'online' } }),
}));

const english = createInstance();
beforeEach(async () => {
  call.mockReset();
  await english.init({ lng: 'en', resources: { en: { terminology, common, errors } } });
});

const file = (fields: Partial<TerminologyFile>): TerminologyFile => ({
  ...{ id: 'f1', name: 'prices.txt', size: 10, format: '.txt', userId: 'ann', createdAt: 1 },
  ...{ status: 'PARSED', error: '', isRead: true, mode: '', candidates: 0 },
  ...fields,
});
const show = async (one: TerminologyFile) => {
  call.mockResolvedValue({ list: [one] });
  const rendered = await render(
    <I18nextProvider i18n={english}>
      <FilesTab />
    </I18nextProvider>,
  );
  await shownPage().findByText(one.name);
  return rendered;
};
const { extract, extractAgain } = terminology.files;
const button = (name: string) => shownPage().queryByRole('button', { name });

test.each([
  [extract, file({})],
  [extractAgain, file({ status: 'EXTRACT_FAILED', error: 'PROVIDER_UNAVAILABLE' })],
])('“%s” asks the server for the terms of the file', async (name, one) => {
  const { close } = await show(one);
  await act(async () => button(name)!.click());
  expect(call).toHaveBeenCalledWith(terminologyCalls.extract, { id: 'f1' });
  await close();
});

test('a file whose text could not be read is not offered for an extraction, which would be refused', async () => {
  const { close } = await show(file({ status: 'EXTRACT_FAILED', error: 'FILE_ENCRYPTED', isRead: false }));
  for (const name of [extract, extractAgain]) expect(button(name)).toBeNull();
  await close();
});
