/** The transcript of a meeting on screen: corrections with their history, and samples of voices. */
import { fireEvent, within } from '@testing-library/dom';
import { beforeAll, expect, test, vi } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { callsOf } from '../support/component/companies';
import { Device } from '../support/component/device';
import { firstSyncStatus } from '../support/component/first-sync';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

const emma = demoPerson('emma');
let meetingId: string;
beforeAll(async () => {
  const call = await callsOf(emma);
  const { list } = await call(meetingCalls.myPage, { titleLike: 'Launch planning' });
  meetingId = list[0]!.id;
});

const open = (id = meetingId): Promise<Page> => openPage({ person: emma, path: `/meeting/${id}?tab=transcript` });
const first = () => document.querySelector<HTMLElement>('[data-segment]')!;

test('a corrected passage shows who changed what, and an earlier text can be restored', async () => {
  const call = await callsOf(emma);
  // tests of other files read the transcripts of the demo
  const { id } = await call(meetingCalls.create, { title: 'Corrected passages' });
  const lines = [{ start: 0, end: 2_000, speaker: 'Mia', text: 'What was recognised.' }];
  await call(meetingCalls.importTranscript, { meetingId: id, lines });
  const page = await open(id);
  const recognised = await until(() => {
    const text = first().querySelector('p')!.textContent;
    expect(text).toBe('What was recognised.');
    return text;
  });
  const correct = async (text: string): Promise<void> => {
    await page.press(() => within(first()).getByRole('button', { name: page.text('meeting', 'transcript.correct') }));
    await page.fill(() => within(first()).getByRole('textbox'), text);
    await page.press(() => within(first()).getByRole('button', { name: page.text('common', 'save') }));
    await until(() => expect(first().querySelector('p')?.textContent).toBe(text));
  };
  await correct('The first correction.');
  await correct('The second correction.');
  await page.press(() => within(first()).getByRole('button', { name: page.text('meeting', 'transcript.corrected') }));
  const entries = await until(() => {
    const found = within(page.getByRole('dialog')).getAllByRole('listitem');
    expect(found.map((entry) => entry.querySelector('ins')?.textContent)).toEqual([
      'The second correction.',
      'The first correction.',
    ]);
    return found;
  });
  expect(entries.map((entry) => entry.querySelector('del')?.textContent)).toEqual([
    'The first correction.',
    recognised,
  ]);
  await until(() => expect(entries[0]!.textContent).toContain('Emma'));
  await page.press(() => within(entries[0]!).getByRole('button'));
  await until(() => expect(first().querySelector('p')?.textContent).toBe('The first correction.'));
  await until(() => expect(within(page.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(3));
});

test('the speakers panel plays a sample of each voice that is heard, and stops it', async () => {
  const page = await open();
  const { prototype } = document.defaultView!.HTMLMediaElement;
  const playing = vi.spyOn(prototype, 'play').mockResolvedValue();
  const paused = vi.spyOn(prototype, 'pause').mockReturnValue();
  await page.press(() => page.getByRole('button', { name: page.text('meeting', 'speaker.manage') }));
  const dialog = () => page.getByRole('dialog');
  const button = (key: 'playSample' | 'stopSample') =>
    within(dialog()).getByRole('button', { name: page.text('meeting', `speaker.${key}`, { name: 'Emma Clarke' }) });
  await page.press(() => button('playSample'));
  await until(() => button('stopSample'));
  expect(playing).toHaveBeenCalled();
  paused.mockClear();
  await page.press(() => button('stopSample'));
  await until(() => button('playSample'));
  expect(paused).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

/** Presses an action of the first passage, which is drawn on hover. */
const pressOfFirst = async (page: Page, name: string): Promise<void> => {
  await until(() => expect(first()).not.toBeNull());
  await page.user.hover(first());
  await page.press(() => within(first()).getByRole('button', { name }));
};

test('a moment is copied as a link, which opens the player there without playing, and as a quote', async () => {
  const page = await open();
  const { clipboard } = window.navigator;
  const links: string[] = [];
  const quotes: Record<string, Blob>[] = [];
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly items: Record<string, Blob>) {}
    },
  );
  clipboard.writeText = async (text) => void links.push(text);
  clipboard.write = async (items) => void quotes.push((items[0] as unknown as { items: Record<string, Blob> }).items);
  await pressOfFirst(page, page.text('meeting', 'transcript.copyQuote'));
  const words = first().querySelector('p')!.textContent!;
  await until(() => expect(quotes).toHaveLength(1));
  const time = within(first())
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
    .find((label) => /^\d+:\d\d$/.test(label))!;
  await pressOfFirst(page, page.text('meeting', 'transcript.copyLink', { time }));
  await until(() => expect(links).toHaveLength(1));
  vi.unstubAllGlobals();
  const { pathname, search, origin } = new URL(links[0]!);
  expect([origin, pathname]).toEqual([location.origin, `/meeting/${meetingId}`]);
  const text = await quotes[0]!['text/plain']!.text();
  expect(text).toContain(`> ${words}`);
  expect(text).toContain(`${time}](${links[0]})`);
  expect(await quotes[0]!['text/html']!.text()).toContain('<blockquote>');

  const { prototype } = document.defaultView!.HTMLMediaElement;
  const playing = vi.spyOn(prototype, 'play').mockResolvedValue();
  const asked = new URLSearchParams(search);
  asked.set('at', '42');
  await page.goTo(`${pathname}?${asked}`);
  const audio = () => page.element('audio') as HTMLAudioElement;
  await until(() => {
    fireEvent.loadedMetadata(audio());
    expect(audio().currentTime).toBe(42);
  });
  expect(playing).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('a transcript is saved in each of its five formats', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'Shop talk: week 3' });
  const lines = [{ start: 61_000, end: 63_500, speaker: 'Mia', text: 'The trial runs in <twelve> shops.' }];
  await call(meetingCalls.importTranscript, { meetingId: id, lines });
  const page = await open(id);
  await until(() => expect(first()).not.toBeNull());
  const saved: { name: string; blob: Blob }[] = [];
  let made: Blob | null = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(document.defaultView!.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: made! });
  });
  const save = async (format: RegExp): Promise<{ name: string; blob: Blob }> => {
    const before = saved.length;
    await page.press(() => page.getByRole('button', { name: page.text('meeting', 'transcript.export') }));
    await page.press(() => page.getByRole('menuitem', { name: format }));
    await until(() => expect(saved).toHaveLength(before + 1));
    return saved.at(-1)!;
  };
  const words = 'The trial runs in <twelve> shops.';
  const expected: Record<string, string[]> = {
    vtt: ['WEBVTT', '00:01:01.000 --> 00:01:03.500', '<v Mia>The trial runs in &lt;twelve&gt; shops.'],
    srt: ['00:01:01,000 --> 00:01:03,500', `Mia: ${words}`],
    txt: [`[00:01:01] Mia: ${words}`],
    json: ['"start": 61', '"speaker": "Mia"', `"text": "${words}"`],
  };
  for (const [format, texts] of Object.entries(expected)) {
    const { name, blob } = await save(new RegExp(`\\.${format}`));
    expect(name).toBe(`Shop talk  week 3.${format}`);
    const text = await blob.text();
    for (const part of texts) expect(text).toContain(part);
  }
  const docx = await save(/\.docx/);
  expect(docx.name).toBe('Shop talk  week 3.docx');
  // a zip archive
  expect([...new Uint8Array(await docx.blob.slice(0, 2).arrayBuffer())]).toEqual([0x50, 0x4b]);
  vi.restoreAllMocks();
});

test('during a first sync nothing is said of a transcript that has not arrived', async () => {
  const device = new Device((await theServer()).url);
  const answers = new Map<string, (value: unknown) => void>();
  device.overhear = (message, answer) => {
    const { live, query } = message;
    const isTranscript = query?.kind === 'one' && query.collection === 'transcripts';
    if (live === undefined || (query?.kind !== 'status' && !isTranscript)) return false;
    const tell = (value: unknown): void => answer({ live, value });
    answers.set(query!.kind, tell);
    tell(isTranscript ? null : firstSyncStatus({ firstSyncDocuments: 3, firstSyncTotal: 30 }));
    return true;
  };
  const page = await openPage({ device, person: emma, path: `/meeting/${meetingId}?tab=transcript` });
  await until(() => expect(page.element('main [data-first-sync]')).not.toBeNull());
  const waiting = () => page.queryByText(page.text('meeting', 'state.waiting.title'));
  expect(waiting()).toBeNull();
  answers.get('status')!(firstSyncStatus({ firstSync: false }));
  await until(() => expect(waiting()).not.toBeNull());
});
