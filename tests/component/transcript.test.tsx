/** The transcript of a meeting on screen: corrections with their history, and samples of voices. */
import { within } from '@testing-library/dom';
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

test('a corrected passage shows its changes with their authors, and an earlier text can be restored', async () => {
  const call = await callsOf(emma);
  // a meeting of its own, since other test files read the transcripts of the demo company
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

test('the speakers panel plays and stops a sample of each speaker', async () => {
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

test('during a first sync a missing transcript is not reported', async () => {
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
