import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../sync/model/limits';
import { markdownOfState, textOfState } from '../../../sync/merge/note-text';
import { SHARE_PATH, sharedForm } from '../../../sync/protocol/share-target';
import { accept } from './accepted';

const SHIFT_JIS = '89ef8b6382cd8be0976a93fa82cc92a982c98e6e82dc82e882dc82b78142';
const EUC_KR = 'c8b8c0c7b8a620bdc3c0dbc7cfb0dabdc0b4cfb4d92e';
const file = (name: string, content: BlobPart, type = ''): File => new File([content], name, { type });
const shared = (fields: Partial<Record<'title' | 'text' | 'url', string>>, ...files: File[]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const each of files) form.append('files', each);
  return accept(sharedForm(form));
};

test("the manifest's share target is a form that is read here, with accepted types only", () => {
  const { share_target: target } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    share_target: { params: { files: { name: string; accept: string[] }[] } };
  };
  const { files, ...texts } = target.params;
  expect(target).toMatchObject({ action: SHARE_PATH, method: 'POST', enctype: 'multipart/form-data' });
  expect({ ...texts, files: files[0]!.name }).toEqual({ title: 'title', text: 'text', url: 'url', files: 'files' });
  expect(files[0]!.accept).toEqual(
    expect.arrayContaining([...LIMITS.audioTypes, '.txt', '.md', 'text/plain', 'audio/mpeg']),
  );
});

test('a shared page becomes a draft with its title, its text line by line and its address as a link', async () => {
  const { drafts, recordings, refused } = await shared({
    title: ' On  harbours ',
    text: 'First # line\r\nsecond * line',
    url: 'https://example.com/a?b=1',
  });
  expect([recordings, refused]).toEqual([[], []]);
  expect(drafts).toMatchObject([
    { title: 'On  harbours', text: 'First # line\nsecond * line\n\nhttps://example.com/a?b=1' },
  ]);
  expect(textOfState(drafts[0]!.state)).toBe(drafts[0]!.text);
  expect(markdownOfState(drafts[0]!.state)).toContain('](https://example.com/a?b=1)');
});

test('an address in the text is not repeated, and a script is not a link', async () => {
  expect((await shared({ text: 'See https://example.com', url: 'https://example.com' })).drafts[0]!.text).toBe(
    'See https://example.com',
  );
  const { drafts } = await shared({ url: 'javascript:alert(1)' });
  expect(markdownOfState(drafts[0]!.state)).not.toContain('](');
});

test('an empty share creates nothing', async () => {
  expect(await shared({ title: ' ', text: '\u200b' })).toEqual({
    drafts: [],
    recordings: [],
    files: [],
    refused: [],
  });
});

test('text files become drafts with their name, Markdown with its marks, UTF-16 by its byte order mark', async () => {
  const { drafts, refused } = await shared(
    {},
    file('List.md', '# Heading\n\n- item', 'text/markdown'),
    file('plain.txt', '# no heading'),
    file('note', new Uint8Array([0xff, 0xfe, 0x42, 0x30]), 'text/plain; charset=utf-16'),
  );
  expect(refused).toEqual([]);
  expect(drafts.map(({ title }) => title)).toEqual(['List', 'plain', 'note']);
  expect(drafts.map(({ state }) => textOfState(state))).toEqual(['Heading\n- item', '# no heading', 'あ']);
});

test('audio becomes recordings, also without an extension; refused files are named with the reason', async () => {
  const { drafts, recordings, refused } = await shared(
    {},
    file('talk.mp3', 'x', 'audio/mpeg'),
    file('Voice message', 'x', 'audio/webm;codecs=opus'),
    file('program.exe', 'x', 'application/octet-stream'),
    file('silence.wav', ''),
    file('blank.txt', ' \n'),
    file('program', new Uint8Array([0, 1, 2, 3]), 'text/plain'),
    file('long.text', 'x'.repeat(LIMITS.noteText.max + 1)),
  );
  expect(drafts).toEqual([]);
  expect(recordings.map(({ name }) => name)).toEqual(['talk.mp3', 'Voice message.webm']);
  expect(refused).toEqual([
    { name: 'program.exe', reason: 'type' },
    { name: 'silence.wav', reason: 'empty' },
    { name: 'blank.txt', reason: 'empty' },
    { name: 'program', reason: 'notText' },
    { name: 'long.text', reason: 'tooLarge' },
  ]);
});

test('a text of another encoding becomes a draft with its characters, and can be added as a file', async () => {
  const { drafts, refused } = await shared(
    {},
    file('議事録.txt', Uint8Array.from(Buffer.from(SHIFT_JIS, 'hex')), 'text/plain'),
    file('회의.md', Uint8Array.from(Buffer.from(EUC_KR, 'hex'))),
    file('wide.txt', Uint8Array.from(Buffer.from('Minutes of May\n', 'utf16le'))),
  );
  expect(refused).toEqual([]);
  expect(drafts.map(({ text }) => text)).toEqual([
    '会議は金曜日の朝に始まります。',
    '회의를 시작하겠습니다.',
    'Minutes of May',
  ]);
  expect(drafts.map(({ file: of }) => of?.name)).toEqual(['議事録.txt', '회의.md', 'wide.txt']);
});

test('a text that no note can hold is offered to projects, up to the size of a file', async () => {
  const { files, drafts, refused } = await shared(
    {},
    file('long.txt', 'x'.repeat(LIMITS.noteText.max + 1)),
    file('longer.md', new Uint8Array(LIMITS.fileBytes).fill(0x78)),
    file('log.txt', new Uint8Array([0x61, 0x62, 0x63, 0x0b, 0x64])),
    file('longest.txt', new Uint8Array(LIMITS.fileBytes + 1).fill(0x78)),
  );
  expect(files.map(({ name }) => name)).toEqual(['long.txt', 'longer.md', 'log.txt']);
  expect(drafts).toEqual([]);
  expect(refused).toEqual([{ name: 'longest.txt', reason: 'tooLarge' }]);
});

test('other files of supported types are offered to projects; an empty one is refused', async () => {
  const { files, drafts, refused } = await shared(
    {},
    file('photo.png', 'x', 'image/png'),
    file('plan.pdf', 'x', 'application/pdf'),
    file('empty.docx', ''),
  );
  expect(files.map(({ name }) => name)).toEqual(['photo.png', 'plan.pdf']);
  expect(drafts).toEqual([]);
  expect(refused).toEqual([{ name: 'empty.docx', reason: 'empty' }]);
});

test('a shared page keeps its address, and a text file itself, which can be added to a project', async () => {
  const page = (await shared({ title: 'A page', url: 'https://example.com/a' })).drafts[0]!;
  expect([page.address, page.file]).toEqual(['https://example.com/a', null]);
  expect((await shared({ text: 'See https://example.com/a' })).drafts[0]!.address).toBe('');
  expect((await shared({ url: 'javascript:alert(1)' })).drafts[0]!.address).toBe('');
  const list = (await shared({}, file('List.md', '- item', 'text/markdown'))).drafts[0]!;
  expect([list.address, list.file?.name]).toEqual(['', 'List.md']);
});
