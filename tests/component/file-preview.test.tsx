/** Originals of files, shown in place: texts in their own encodings, and sound that becomes a meeting. */
import { beforeAll, expect, test } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { add, file, names, newDevice, openFiles, row } from '../support/component/files-screen';
import { until, type Page } from '../support/component/page';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('House of originals');
});

interface Router {
  navigate(path: string, options: { state: unknown }): Promise<void>;
}
const newProject = async (title: string): Promise<string> => (await company.call(projectCalls.create, { title })).id;
const sheet = (page: Page): HTMLElement | null => page.element('[data-item-sheet]');
const open = (page: Page, name: string): Promise<void> => page.press(() => row(name).querySelector('a')!);

/** `議事録`, a blank line, `会議は金曜日の朝に始まります。` and `倉庫の契約も話します。` in Shift_JIS */
const SHIFT_JIS =
  '8b638e96985e0a0a89ef8b6382cd8be0976a93fa82cc92a982c98e6e82dc82e882dc82b781420a91718cc982cc8c5f96f182e0986282b582dc82b781420a';
/** `회의를 시작하겠습니다.` in EUC-KR */
const EUC_KR = 'c8b8c0c7b8a620bdc3c0dbc7cfb0dabdc0b4cfb4d92e';

test('texts in other encodings are shown with their characters, and open at the words of a search', async () => {
  const projectId = await newProject('Encodings');
  const page = await openFiles(projectId, company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(
    page,
    file('minutes.txt', Uint8Array.from(Buffer.from(SHIFT_JIS, 'hex'))),
    file('notes.py', Uint8Array.from(Buffer.from(EUC_KR, 'hex'))),
    file('wide.txt', Uint8Array.from(Buffer.from('\ufeff倉庫の契約', 'utf16le'))),
  );
  await until(() => expect(names()).toHaveLength(3));
  for (const [name, text] of [
    ['notes.py', '회의를 시작하겠습니다.'],
    ['wide.txt', '倉庫の契約'],
    ['minutes.txt', '会議は金曜日の朝に始まります。'],
  ] as const) {
    await open(page, name);
    await until(() => expect(sheet(page)?.querySelector('h2')?.textContent).toBe(name));
    await until(() => expect(sheet(page)?.textContent).toContain(text));
    await page.user.keyboard('{Escape}');
    await until(() => expect(sheet(page)).toBeNull());
  }
  await until(() => expect(row('minutes.txt').dataset['fileState']).toBe('parsed'));
  await (window as unknown as { __remixRouter: Router }).__remixRouter.navigate(
    `/project/${projectId}?tab=files&item=${row('minutes.txt').dataset['rowId']}&part=p2`,
    {
      state: { anchor: { words: ['契約'], near: 20 } },
    },
  );
  await until(() => expect(sheet(page)?.querySelector('[data-line="4"] mark')?.textContent).toBe('契約'));
  expect(sheet(page)!.querySelectorAll('mark')).toHaveLength(1);
});
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]);

test('a sound file is played in place and becomes the recording of a meeting, only online and for who may change it', async () => {
  const projectId = await newProject('Sounds');
  const device = await newDevice();
  const page = await openFiles(projectId, company.owner, device);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('Team talk.wav', WAV, 'audio/wav'));
  await until(() => expect(names()).toEqual(['Team talk.wav']));
  await page.sent();
  await open(page, 'Team talk.wav');
  const button = () => page.getByRole<HTMLButtonElement>('button', { name: page.text('files', 'audio.meeting') });
  await until(() => expect(button().disabled).toBe(false));
  await until(() => expect(page.element('audio')?.getAttribute('src')).toMatch(/^blob:/));
  expect(page.element('audio')!.getAttribute('aria-label')).toBe('Team talk.wav');
  device.become('cut');
  await until(() => expect(button().disabled).toBe(true));
  await page.findByText(page.text('files', 'audio.offline'));
  device.become('ok');
  await until(() => expect(button().disabled).toBe(false));
  await page.press(button);
  await page.at(/^\/meeting/);
  await until(() => page.getByText('Team talk'));
  const { list } = await company.call(meetingCalls.projectPage, { projectId, currentPage: 1, pageSize: 10 } as never);
  expect(list).toMatchObject([{ title: 'Team talk' }]);
});

test('a reader plays a sound file, and is offered no meeting', async () => {
  const reader = newPerson('Rei Sato');
  await join(company, reader);
  const projectId = await newProject('Heard');
  await company.call(projectCalls.setShare, {
    projectId,
    shareRange: 'company',
    userIds: [],
    departmentIds: [],
  } as never);
  const owner = await openFiles(projectId, company.owner);
  await until(() => owner.getByText(owner.text('files', 'empty')));
  await add(owner, file('song.wav', WAV, 'audio/wav'));
  await until(() => expect(names()).toEqual(['song.wav']));
  await owner.sent();
  const page = await openFiles(projectId, reader);
  await until(() => expect(names()).toEqual(['song.wav']));
  await open(page, 'song.wav');
  await until(() => expect(page.element('audio')?.getAttribute('src')).toMatch(/^blob:/));
  expect(page.queryByRole('button', { name: page.text('files', 'audio.meeting') })).toBeNull();
});
