/** Files of a question on the home screen: attached, dropped, pasted, refused, and stored offline. */
import { act } from 'react';
import { fireEvent, within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../sync/model/limits';
import type { Company } from '../support/component/companies';
import { drag } from '../support/component/files-screen';
import { until } from '../support/component/page';
import {
  foundQuestions,
  openHome as openHomeOf,
  fieldOf,
  key,
  files,
  attach,
  file,
  goOffline,
  stateOfTurn,
  namesIn,
} from '../support/component/home-screen';
import { answerCommand } from '../support/component/scripted-commands';

let company: Company;
beforeAll(async () => {
  ({ company } = await foundQuestions());
});
const openHome = (of = company, path?: string) => openHomeOf(of, path);

test('attached files are uploaded and read while the question is written', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'), file('wrong.exe'), file('empty.txt', ''));
  await until(() => expect(files().map(({ dataset }) => dataset['attachment'])).toEqual(['ready', 'failed', 'failed']));
  expect(files()[1]!.textContent).toContain(page.text('errors', 'FILE_TYPE_NOT_SUPPORT'));
  expect(files()[2]!.textContent).toContain(page.text('errors', 'FILE_CONTENT_EMPTY'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => page.getByText(page.text('ask', 'files.failed', { name: 'wrong.exe' })));
  expect(asked).toEqual([]);
  for (const name of ['wrong.exe', 'empty.txt'])
    await page.press(() => page.getByRole('button', { name: page.text('common', 'combobox.remove', { name }) }));
  await key(page, 'Enter');
  await until(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.fileIds).toHaveLength(1);
  expect(asked[0]!.fileNames).toEqual(['roof.txt']);
  expect(asked[0]!.files).toBeUndefined();
  // the question keeps the name, also after the file has expired
  await until(() => expect(namesIn(page)).toEqual(['roof.txt']));
  expect(page.device.asked.filter((each) => each.endsWith('/file/temporary/upload/finish'))).toHaveLength(1);
});

test('a question that is asked during an upload waits in its chat, also after its screen is left', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
  page.device.stall(/^\/uploads\//);
  await attach(page, file('late.txt', 'Marjoram grows below the roof.'));
  await until(() => expect(files()[1]?.dataset['attachment']).toBe('sending'));
  await page.fill(fieldOf(page), 'What grows below the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  const chat = page.path();
  // files that the server has are named, the others are given with their bytes
  expect(asked[0]!.fileNames).toEqual(['roof.txt']);
  expect(asked[0]!.files!.map(({ name }) => name)).toEqual(['late.txt']);
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  await page.follow('/search');
  await until(() => expect(fieldOf(page)().value).toBe(''));
  expect(files()).toEqual([]);
  await page.reload();
  await page.goTo(chat);
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  expect(namesIn(page)).toEqual(['roof.txt', 'late.txt']);
  await page.findByText(/^Sending the question’s files/);
  page.device.stall(null);
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Marjoram grows below the roof.'));
});

test('offline, an uploaded file is given with its bytes, since the server deletes it after a week', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
  page.device.become('cut');
  await attach(page, file('late.txt', 'Late.'));
  await until(() => expect(files()[1]?.textContent).toContain(page.text('ask', 'files.waitsForNetwork')));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  expect(asked[0]!.fileIds).toEqual([]);
  expect(asked[0]!.files!.map(({ name }) => name)).toEqual(['roof.txt', 'late.txt']);
  page.device.become('ok');
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Lavender grows on the roof.'));
  // each file was uploaded once
  expect(page.device.asked.filter((each) => /^PATCH \/uploads\//.test(each))).toHaveLength(2);
});

test('a navigation waits until the files of the question are stored; on failure the question stays', async () => {
  const { page } = await openHome();
  page.device.become('cut');
  let fail: (() => void) | null = null;
  answerCommand(page.device, 'chat.ask', ({ reject }) => {
    fail = () => reject('DEVICE_STORAGE_FULL');
  });
  await attach(page, file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await page.findByText(page.text('ask', 'files.storing'));
  // the file cannot be removed any more, since the question is being stored with it
  const remove = page.text('common', 'combobox.remove', { name: 'roof.txt' });
  expect(page.queryByRole('button', { name: remove })).toBeNull();
  const closing = new window.Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await page.follow('/meeting-notes');
  expect(page.path()).toBe('/search');
  await until(() => expect(fail).not.toBeNull());
  fail!();
  await page.findByText(page.text('errors', 'DEVICE_STORAGE_FULL'));
  expect(page.path()).toBe('/search');
  expect(fieldOf(page)().value).toBe('What grows on the roof?');
  await page.findByRole('button', { name: remove });
  const later = new window.Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

test('files dropped anywhere on the home screen are attached; dragged text is not', async () => {
  const { page, asked } = await openHome();
  const zone = page.element('[data-drop-zone]')!;
  const text = page.text('ask', 'files.drop');
  expect(page.queryByText(text)).toBeNull();
  drag(zone, 'dragenter');
  await until(() => page.getByText(text));
  // also above the recent chats
  expect(drag(zone.querySelector('section, ul, h2') ?? zone, 'drop', [file('roof.txt')]).defaultPrevented).toBe(true);
  await until(() => expect(page.queryByText(text)).toBeNull());
  await until(() => expect(files().map(({ dataset }) => dataset['attachment'])).toEqual(['ready']));
  expect(files()[0]!.textContent).toContain('roof.txt');
  const words = new window.Event('drop', { bubbles: true, cancelable: true });
  Object.assign(words, { dataTransfer: { types: ['text/plain'], items: [], files: [] } });
  await act(async () => void zone.dispatchEvent(words));
  expect(words.defaultPrevented).toBe(false);
  expect(files()).toHaveLength(1);
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ fileNames }) => fileNames)).toEqual([['roof.txt']]));
});

test('a question has at most five files; pasted images get a name, and pasted text stays text', async () => {
  const { page } = await openHome();
  const field = await until(fieldOf(page));
  const paste = (data: { files: File[]; text?: string }): Promise<void> =>
    act(async () => {
      fireEvent.paste(field, { clipboardData: { files: data.files, getData: () => data.text ?? '' } });
    });
  await paste({ files: [new File(['x'], 'image.png', { type: 'image/png' })], text: 'copied words' });
  expect(files()).toEqual([]);
  await paste({ files: [new File(['x'], 'image.png', { type: 'image/png' })] });
  await until(() => expect(files()[0]?.textContent).toMatch(/^Screenshot \d{4}-/));
  await attach(page, ...Array.from({ length: LIMITS.questionFiles.max }, (_, i) => file(`${i}.txt`, `text ${i}`)));
  await until(() => page.getByText(page.text('ask', 'files.tooMany', { max: LIMITS.questionFiles.max })));
  expect(files()).toHaveLength(LIMITS.questionFiles.max);
});

test('an upload that fails can be tried again', async () => {
  const { page } = await openHome();
  page.device.failing = /^\/uploads\//;
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('failed'));
  page.device.failing = null;
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'files.retry', { name: 'roof.txt' }) }));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
});

test('an offline question waits with its file, also after a reload, and is answered from it', async () => {
  const { page, asked } = await openHome();
  await goOffline(page);
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.textContent).toContain(page.text('ask', 'files.waitsForNetwork')));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  expect(asked.map(({ fileIds, files: given }) => [fileIds, given?.map(({ name }) => name)])).toEqual([
    [[], ['roof.txt']],
  ]);
  // the page can be loaded, but no call succeeds
  page.device.refused = /^\/(api|uploads)\//;
  page.device.become('ok');
  await page.reload();
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  const turn = page.element('[data-turn]')!;
  await within(turn).findByText('roof.txt');
  await until(() => within(turn).getByText(page.text('chat', 'state.onDevice')));
  await within(turn).findByRole('button', { name: page.text('chat', 'state.takeBack') });
  page.device.refused = null;
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Lavender grows on the roof.'));
});

test('a waiting question shows its refused file, and can be sent without the file', async () => {
  const { page } = await openHome();
  await goOffline(page);
  await attach(page, file('picture.png', 'not a picture'), file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  page.device.become('ok');
  const reason = page.text('errors', 'FILE_TYPE_MISMATCH');
  const told = page.text('chat', 'state.fileRefused', { name: 'picture.png', reason });
  await until(() => expect(page.getByRole('alert').textContent).toBe(told));
  expect(stateOfTurn(page)).toBe('onDevice');
  // another attempt would have the same result
  expect(page.queryByRole('button', { name: page.text('common', 'retry') })).toBeNull();
  await page.findByRole('button', { name: page.text('chat', 'state.takeBack') });
  // a further question waits for this one, and can be withdrawn
  await page.fill(() => page.getByLabelText<HTMLTextAreaElement>(page.text('chat', 'composer.label')), 'And below it?');
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
  await page.findByText(page.text('chat', 'state.waitsForEarlier'));
  expect(page.getAllByRole('button', { name: page.text('chat', 'state.takeBack') })).toHaveLength(2);
  await page.press(() => page.getAllByRole('button', { name: page.text('chat', 'state.takeBack') })[1]!);
  await until(() => expect(document.querySelectorAll('[data-turn]')).toHaveLength(1));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'state.withoutFile') }));
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  const chip = within(page.element('[data-turn]')!).getByRole('list', { name: page.text('chat', 'question.context') });
  expect([...chip.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['roof.txt']);
});

test('a question is asked although its files cannot be uploaded now, and the field is cleared', async () => {
  const { page, asked } = await openHome();
  page.device.failing = /^\/uploads\//;
  await attach(page, file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ files: given }) => given?.map(({ name }) => name))).toEqual([['roof.txt']]));
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  page.device.failing = null;
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
});

// two languages are enough: locales.test checks that all have the same texts
