/** Summary and analysis of a meeting on screen, without a language model, also offline. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { callsOf } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

const emma = demoPerson('emma');
let meetingId: string;
beforeAll(async () => {
  const call = await callsOf(emma);
  const { list } = await call(meetingCalls.myPage, { titleLike: 'Launch planning' });
  meetingId = list[0]!.id;
});

const open = (tab: string): Promise<Page> => openPage({ person: emma, path: `/meeting/${meetingId}?tab=${tab}` });
const summary = () => document.querySelector<HTMLElement>('[data-summary]')!;

test('sentences of a summary link to their moments, and actions become a checklist in the notes', async () => {
  const page = await open('summary');
  await until(() => expect(summary().textContent).toContain('nine of them use the app every day'));
  // the summary may arrive before the transcript with its moments
  const moments = await until(() => {
    const found = [...summary().querySelectorAll('[data-moment]')];
    expect(found.length).toBeGreaterThan(4);
    return found;
  });
  expect(summary().textContent).not.toContain('[^');
  await page.press(() => moments[0] as HTMLElement);
  // the first press outside would only close the open card
  const card = await page.dialog();
  expect(card.getByText(/with twelve shops/)).toBeTruthy();
  await page.user.keyboard('{Escape}');
  await until(() => expect(page.queryByRole('dialog')).toBeNull());
  const actions = document.querySelector<HTMLElement>('[data-items=action]')!;
  await page.press(() => within(actions).getByRole('button', { name: page.text('summary', 'items.toNote') }));
  await until(() => page.getByText(page.text('summary', 'items.added')));
  // on the same device, since the notes may not be sent yet
  await page.goTo(`/meeting/${meetingId}?tab=notes`);
  await until(() => expect(page.element('.ProseMirror')?.textContent).toContain('Finish the Chinese translation'));
});

test('actions cannot be added before the text of the notes is on this device', async () => {
  const device = new Device((await theServer()).url);
  device.overhear = ({ query }) => query?.kind === 'writable';
  const page = await openPage({ device, person: emma, path: `/meeting/${meetingId}?tab=summary` });
  const add = await until(() => page.getByRole('button', { name: page.text('summary', 'items.toNote') }));
  expect((add as HTMLButtonElement).disabled).toBe(true);
});

test('an edited summary is shown immediately', async () => {
  const page = await open('summary');
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'edit.action') }));
  await page.fill(() => page.getByLabelText(page.text('summary', 'edit.label')), '## Mine\n\n- As I remember it.[^1]');
  await page.press(() => page.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => expect(summary().textContent).toContain('As I remember it.'));
  await until(() => expect(summary().querySelectorAll('[data-moment]')).toHaveLength(1));
});

test('if nothing is found without a language model, another template can be chosen', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'Hello' });
  await call(meetingCalls.importTranscript, {
    meetingId: id,
    lines: [{ start: 0, end: 900, speaker: '', text: 'Hi.' }],
  });
  const page = await openPage({ person: emma, path: `/meeting/${id}?tab=summary` });
  await until(() => page.getByText(page.text('summary', 'empty.noModel')));
  await until(() => page.getByText(page.text('summary', 'extract.headingsNone')));
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'extract.template') }));
  await page.dialog();
  expect(document.querySelectorAll('[data-extract] section')).toHaveLength(1);
});

test('without a language model, typed decisions and actions are found, and confirmed into the notes', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'Lamp talk' });
  const page = await openPage({ person: emma, path: `/meeting/${id}?tab=summary` });
  const { run } = await import('../../app/replica/client');
  await until(() => page.getByText(page.text('summary', 'empty.noTranscript')));
  const line = { id, recordingId: 'r1', at: 2500, kind: 'note' as const };
  await run('moment.add', { ...line, text: 'TODO: Mei orders the lamps' });
  const candidate = () => page.element('[data-candidate=action]')!;
  await until(() => within(candidate()).getByText('Mei orders the lamps'));
  // the notes are created only when the device knows that the server has none
  await page.sent();
  await page.press(() => within(candidate()).getByRole('button', { name: page.text('summary', 'extract.confirm') }));
  await until(() => {
    expect(page.element('[data-candidate]')).toBeNull();
    within(page.element('[data-noted]')!).getByText('Mei orders the lamps');
  });
  await page.sent();
});

test('without a language model, typed lines link to their place in the transcript', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'Supplier talk' });
  const lines = ['Good morning to all of you.', 'The supplier contract ends in September.'].map((text, i) => ({
    ...{ start: i * 2000, end: i * 2000 + 1900, speaker: 'Mia', text },
  }));
  await call(meetingCalls.importTranscript, { meetingId: id, lines });
  const page = await openPage({ person: emma, path: `/meeting/${id}?tab=summary` });
  const { run } = await import('../../app/replica/client');
  await until(() => page.getByText(page.text('summary', 'empty.noModel')));
  const line = { id, recordingId: 'r1', at: 2500, kind: 'note' as const, text: 'Renew the supplier contract' };
  const { momentId } = await run('moment.add', line);
  const extract = await until(() => page.getByText(page.text('summary', 'extract.moments')).closest('section')!);
  await within(extract).findByText('Renew the supplier contract');
  await within(extract).findByText(/contract ends in September/);
  await page.press(() => extract.querySelector<HTMLElement>(`[data-moment="${momentId}"]`)!);
  const card = await page.dialog();
  await page.press(() => card.getByRole('button', { name: page.text('summary', 'moment.transcript') }));
  await until(() => {
    expect(location.search).toContain('tab=transcript');
    expect(page.element('[data-found]')?.textContent).toContain('Renew the supplier contract');
  });
  await page.sent();
});

test('without a language model, the summary has the headings of the template chosen for the meeting', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'What broke' });
  const text = 'The timeline begins at nine, when the checkout failed.';
  await call(meetingCalls.importTranscript, {
    meetingId: id,
    lines: [
      { start: 0, end: 1900, speaker: 'Mia', text },
      { start: 2000, end: 3900, speaker: 'Tom', text: 'We decided to roll back the release.' },
    ],
  });
  const path = `/meeting/${id}?tab=summary`;
  const page = await openPage({ person: emma, path });
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'extract.template') }));
  const picker = await page.dialog();
  await page.press(() => picker.getByRole('option', { name: /Incident review/ }));
  await page.press(() => picker.getByRole('button', { name: page.text('templates', 'picker.use') }));
  const title = page.text('summary', 'extract.headings', { title: 'Incident review' });
  const section = await until(() => page.getByText(title).closest('section')!);
  await until(() => within(section).getByText(/The timeline begins at nine/));
  await page.goTo('/meeting');
  await page.goTo(path);
  await until(() => page.getByText(title));
});

test('open actions of the previous meeting of a series are carried over into the notes', async () => {
  const call = await callsOf(emma);
  const { id: projectId } = await call(projectCalls.create, { title: 'Shops' });
  const first = await call(meetingCalls.create, { title: 'Shop round, week 1', projectId });
  const content = '- [x] Order lamps\n- [ ] Call the supplier\n- [ ] Book the hall';
  await call(meetingCalls.createNote, { meetingId: first.id, content });
  const second = await call(meetingCalls.create, { title: 'Shop round, week 2', projectId });
  const page = await openPage({ person: emma, path: `/meeting/${second.id}?tab=analysis` });
  const since = await until(() => page.getByRole('region', { name: page.text('summary', 'since.title') }));
  await until(() => within(since).getByText('Order lamps'));
  const carry = page.text('summary', 'since.carry', { count: 2 });
  await page.press(() => within(since).getByRole('button', { name: carry }));
  // actions that are in the notes are not offered again
  await until(() => expect(within(since).queryByRole('button', { name: carry })).toBeNull());
  await page.goTo(`/meeting/${second.id}?tab=notes`);
  await until(() => expect(page.element('.ProseMirror')?.textContent).toContain('Call the supplier'));
  expect(page.element('.ProseMirror')!.textContent).toContain('Book the hall');
  expect(page.element('.ProseMirror')!.textContent).not.toContain('Order lamps');
  await page.sent();
});

test('the analysis has the talk time as a table, and a field that asks about the meeting', async () => {
  const page = await open('analysis');
  const table = await until(() =>
    page.getByRole('region', { name: page.text('summary', 'engagement.bySpeaker') }).querySelector('table')!,
  );
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(table.textContent).toContain('Emma');
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'ask.suggestion.decided') }));
  await until(() => page.getByText(page.text('summary', 'ask.open')));
  await until(() => expect(document.querySelectorAll('[data-turn]')).toHaveLength(1));
});

test('a question about the meetings of a project searches only its meetings', async () => {
  const call = await callsOf(emma);
  const { id: projectId } = await call(projectCalls.create, { title: 'Harbour' });
  await call(meetingCalls.create, { title: 'Pier talk', projectId });
  const page = await openPage({ person: emma, path: `/project/${projectId}?tab=meetings` });
  await page.fill(() => page.getByLabelText(page.text('summary', 'ask.meetings.label')), 'When is the pier ready?');
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'ask.action') }));
  await page.at(new RegExp(`^/project/${projectId}/chat/`));
  // the context of the question, and of the next one
  await until(() =>
    expect(page.getAllByText(page.text('summary', 'ask.meetings.of', { title: 'Harbour' }))).toHaveLength(2),
  );
  await page.sent();
});
