/** An encrypted PDF file, opened by the viewer's real library. */
import { readFile } from 'node:fs/promises';
import { fireEvent, waitFor } from '@testing-library/dom';
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { render, shownPage } from '../../../../tests/support/component/render';
import { pdfOf } from '../../../../tests/support/originals/pdf-file';
import { PdfView } from './pdf-view';

const PASSWORD = 'Kingfisher';
const texts = createInstance();
beforeAll(async () => {
  const [files, common] = await Promise.all(
    ['files', 'common'].map(
      async (name) => JSON.parse(await readFile(`locales/en/${name}.json`, 'utf8')) as Record<string, unknown>,
    ),
  );
  await texts.init({
    lng: 'en',
    resources: { en: { files: files!, common: common! } },
    interpolation: { escapeValue: false },
  });
  // runs the worker of the library in this process
  const name = 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
  Object.assign(globalThis, { pdfjsWorker: (await import(/* @vite-ignore */ name)) as unknown });
});

const vault = (): Buffer =>
  pdfOf([{ lines: ['The code of the vault'] }, { lines: ['Page two'] }], { password: PASSWORD });
const show = async (bytes = vault()): Promise<{ failures: unknown[]; close: () => Promise<void> }> => {
  const failures: unknown[] = [];
  const blob = new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
  const { close } = await render(
    <I18nextProvider i18n={texts}>
      <PdfView blob={blob} part={undefined} anchor={null} onFailed={(error) => failures.push(error)} />
    </I18nextProvider>,
  );
  return { failures, close };
};
const field = (): HTMLElement => shownPage().getByLabelText(texts.t('files:pdf.password'));
const enter = async (password: string): Promise<void> => {
  await act(async () => void fireEvent.change(field(), { target: { value: password } }));
  await act(async () => void fireEvent.submit(field().closest('form')!));
};

test('asks for the password, reports a wrong one, and opens with the right one', async () => {
  const { failures, close } = await show();
  await waitFor(field);
  await shownPage().findByText(texts.t('files:pdf.encrypted'));
  expect(shownPage().queryByText(texts.t('files:pdf.wrongPassword'))).toBeNull();
  await enter('Heron');
  await waitFor(() => shownPage().getByText(texts.t('files:pdf.wrongPassword')));
  // the field is shown again, and empty
  expect((field() as HTMLInputElement).value).toBe('');
  await enter(PASSWORD);
  await waitFor(() => shownPage().getByText(texts.t('files:pdf.pageOf', { page: '1', total: '2' })));
  expect(shownPage().queryByLabelText(texts.t('files:pdf.password'))).toBeNull();
  expect(failures).toEqual([]);
  await close();
});

test('cancelling the password reports once that the file cannot be opened', async () => {
  const { failures, close } = await show();
  await waitFor(field);
  await act(async () => void fireEvent.click(shownPage().getByRole('button', { name: texts.t('common:cancel') })));
  await expect.poll(() => failures).not.toEqual([]);
  // the library has ended the task when another file opens
  const other = await show();
  await waitFor(() => expect(shownPage().getAllByLabelText(texts.t('files:pdf.password'))).not.toEqual([]));
  expect(failures).toHaveLength(1);
  await other.close();
  await close();
  expect(other.failures).toEqual([]);
});

test('a file whose first page is missing does not open', async () => {
  const broken = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n' +
      'trailer<</Root 1 0 R>>\n%%EOF',
  );
  const { failures, close } = await show(broken);
  await expect.poll(() => failures).toHaveLength(1);
  await close();
});
