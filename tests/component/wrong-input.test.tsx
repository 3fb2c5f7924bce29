/** Invalid input in forms: each has a clear error text, and no value is lost. */
import { readFileSync } from 'node:fs';
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { callsOf } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';
import type { Call } from '../../sync/protocol/client';
import { text } from '../support/texts';

const FAMILY = '👩‍👩‍👧‍👦';
/** A title with this number of graphemes, of one and of several code units each. */
const graphemes = (count: number): string => '漢'.repeat(Math.ceil(count / 2)) + FAMILY.repeat(Math.floor(count / 2));
const emma = demoPerson('emma');

let call: Call;
let projectId: string;
beforeAll(async () => {
  call = await callsOf(emma);
  ({ id: projectId } = await call(projectCalls.create, { title: 'Bad days' }));
});

test('project titles of 1 and 121 characters are refused with a reason and kept; 120 is accepted', async () => {
  const page = await openPage({ person: emma, path: '/my-base/project?new=1' });
  const form = await page.dialog();
  const field = (): HTMLInputElement => form.getByLabelText(page.text('project', 'form.title'), { exact: false });
  const description = (): HTMLTextAreaElement => form.getByLabelText(page.text('project', 'form.description'));
  const submit = (): HTMLElement => form.getByRole('button', { name: page.text('project', 'create.submit') });
  for (const title of [FAMILY, '漢', graphemes(121)]) {
    await page.fill(field, title);
    await page.fill(description, 'Kept while the title is wrong');
    await page.press(submit);
    await form.findByText(page.text('project', 'form.titleLength'));
    expect(field().value).toBe(title);
    expect(description().value).toBe('Kept while the title is wrong');
  }
  await page.fill(field, graphemes(120));
  await page.press(submit);
  await page.at(/\/project\/[^/?]+$/);
  await page.sent();
  const stored = await call(projectCalls.get, { id: page.path().split('/').at(-1)! });
  expect(stored).toMatchObject({ title: graphemes(120), description: 'Kept while the title is wrong' });
});

test('note titles of 0 and 121 characters are kept with a reason, also after a reload; 1 is accepted', async () => {
  const { id: noteId } = await call(noteCalls.save, {
    projectId,
    title: 'A proper title',
    content: 'Text below the title.',
  });
  const page = await openPage({ person: emma, path: `/project/${projectId}/note/${noteId}` });
  const title = (): HTMLTextAreaElement => page.getByRole('textbox', { name: page.text('note', 'title.label') });
  await page.fill(title, graphemes(121));
  await page.findByText(page.text('note', 'title.tooLong'));
  await page.reload();
  await until(() => expect(title().value).toBe(graphemes(121)));
  await page.findByText(page.text('note', 'title.tooLong'));
  await page.fill(title, '');
  await page.findByText(page.text('note', 'required.title'));

  await page.fill(title, FAMILY);
  await until(() => expect(page.queryByRole('alert')).toBeNull());
  await page.sent();
  expect(await call(noteCalls.get, { id: noteId })).toMatchObject({ title: FAMILY });
  expect((await page.findByRole('textbox', { name: page.text('note', 'editor.label') })).textContent).toBe(
    'Text below the title.',
  );
});

test('empty, too large, misnamed and unsupported files are refused by name; the form keeps its values', async () => {
  const page = await openPage({ person: emma, path: '/search' });
  await page.sent();
  await page.follow(`/meeting-note?project=${projectId}&mode=upload`);
  const title = (): HTMLInputElement => page.getByLabelText(page.text('meeting', 'form.title'));
  const form = (): HTMLElement => title().closest('form')!;
  const inForm = () => within(form());
  const formats = '.wav, .webm, .mp3';
  const choose = async (name: string, type: string, content: Uint8Array | string, size?: number): Promise<void> => {
    const file = new File([content as BlobPart], name, { type });
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
    await page.give(() => form().querySelector<HTMLInputElement>('input[type=file]')!, file);
  };
  const refusal = async (words: string): Promise<void> => {
    await until(() => expect(inForm().getByRole('alert').textContent).toBe(words));
  };
  await page.fill(title, 'Refused at first');
  await choose('minutes.txt', 'text/plain', 'not a sound');
  await refusal(page.text('meeting', 'form.wrongType', { fileName: 'minutes.txt', formats }));
  await choose('empty.mp3', 'audio/mpeg', '');
  await refusal(page.text('meeting', 'form.emptyFile', { fileName: 'empty.mp3' }));
  await choose('long.wav', 'audio/wav', 'RIFF', 300 * 1024 * 1024 + 1);
  await refusal(page.text('errors', 'FILE_MAX_LENGTH_EXCEEDED', { maxSize: 300 }));
  await choose('picture.mp3', 'audio/mpeg', readFileSync('public/icons/icon-192.png'));
  const submit = (): HTMLElement => inForm().getByRole('button', { name: page.text('meeting', 'form.upload') });
  await page.press(submit);
  await refusal(page.text('meeting', 'form.wrongType', { fileName: 'picture.mp3', formats }));
  expect(title().value).toBe('Refused at first');

  await choose('spoken.wav', 'audio/wav', readFileSync('tests/fixtures/spoken.wav'));
  await until(() => expect(inForm().queryByRole('alert')).toBeNull());
  await page.press(submit);
  await page.at(/\/meeting\/[^/]+/);
  // refused files created no meeting
  await page.goTo(`/project/${projectId}?tab=meetings`);
  const main = within(await page.findByRole('main'));
  await main.findByText('Refused at first');
  expect(main.getAllByText('Refused at first')).toHaveLength(1);

  await page.follow(`/meeting-note?project=${projectId}&mode=upload`);
  await page.fill(title, 'Refused at first');
  await choose('again.wav', 'audio/wav', readFileSync('tests/fixtures/spoken.wav'));
  await page.press(submit);
  await until(() => inForm().getByText(page.text('errors', 'MEETING_TITLE_DUPLICATED')));
  expect(title().value).toBe('Refused at first');
});

test('a meeting that the person records on another device is named before another recording starts', async () => {
  const page = await openPage({ person: emma, path: '/search' });
  await page.sent();
  const running = {
    title: 'On the other device',
    projectId: '',
    status: 'recording' as const,
    actualStartAt: Date.now(),
  };
  const { id } = await page.call(meetingCalls.create, running);
  await page.follow('/meeting-note');
  await page.findByText(page.text('errors', 'MEETING_TIME_CONFLICT'));
  await page.findByText(page.text('meeting', 'form.recordedElsewhere', { title: running.title }));
  await page.call(meetingCalls.update, { id, status: 'ended', actualEndAt: Date.now() });
  await until(() => expect(page.queryByText(page.text('errors', 'MEETING_TIME_CONFLICT'))).toBeNull());
});

test('a link to a hidden document and to a missing one show the same, with and without the server', async () => {
  const { id: noteId } = await call(noteCalls.save, {
    projectId,
    title: 'Only for Emma',
    content: 'A secret of the harbour.',
  });
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: demoPerson('ming'), path: '/search' });
  await page.sent();
  const nowhere = '01920000-0000-7000-8000-000000000000';
  // the profile of Ming has Chinese as its language
  const inChinese = (ns: string, key: string): string => text(ns, key, {}, 'zh_hans');
  const links: [string, string][] = [
    [`/project/${projectId}`, inChinese('project', 'missing.title')],
    [`/project/${nowhere}`, inChinese('project', 'missing.title')],
    ['/project/not-an-id', inChinese('project', 'missing.title')],
    [`/project/${projectId}/note-detail/${noteId}`, inChinese('note', 'missing.note')],
    [`/project/${projectId}/note/${noteId}`, inChinese('note', 'missing.note')],
    [`/project/${projectId}/note/new`, inChinese('note', 'missing.project')],
    [`/meeting/${nowhere}`, inChinese('meeting', 'missing.title')],
  ];
  for (const mode of ['ok', 'cut'] as const) {
    device.become(mode);
    for (const [link, title] of links) {
      // offline no document is delivered here; in a browser the service worker does that
      if (mode === 'ok') await page.goTo(link);
      else await page.follow(link);
      await page.findByRole('heading', { name: title });
      expect(document.body.textContent).not.toMatch(/Only for Emma|A secret of the harbour|Bad days/);
    }
    await page.follow(`/project/${projectId}`);
    const offline = inChinese('common', 'missing.offline');
    await page.findByRole('heading', { level: 1 });
    if (mode === 'cut') await page.findByText(offline, { exact: false });
    else expect(page.queryByText(offline, { exact: false })).toBeNull();
  }
});
