/** Tools of a meeting on screen: find and replace, merging speakers, calendar files, agendas, polished notes. */
import { fireEvent, within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { callsOf, foundCompany } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson } from '../support/component/server';
import { startModelServer, type ModelServer } from '../support/model-server';

const emma = demoPerson('emma');
const SAID = [
  { start: 0, end: 4_000, speaker: 'Ann Field', text: 'The trial runs in twelve shops.' },
  { start: 4_000, end: 8_000, speaker: 'Ben Moor', text: 'Nine of the shops use the app every day.' },
  { start: 8_000, end: 12_000, speaker: 'Ann Field', text: 'The release starts in all shops on the twentieth.' },
];
let meetingId: string;
let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer({
    script: () => ({ text: 'Budget: 5M yen\n\nAsk Ann about shelves.' }),
  });
  const call = await callsOf(emma);
  // a meeting of its own, since other test files read the transcripts of the demo company
  ({ id: meetingId } = await call(meetingCalls.create, { title: 'Trial in shops' }));
  await call(meetingCalls.importTranscript, { meetingId, lines: SAID });
});
afterAll(() => models.close());

const open = (): Promise<Page> => openPage({ person: emma, path: `/meeting/${meetingId}?tab=transcript` });
const segments = () => [...document.querySelectorAll<HTMLElement>('[data-segment]')];
const textsWith = (words: string): string[] =>
  segments().flatMap((each) => {
    const text = each.querySelector('p')?.textContent ?? '';
    return text.includes(words) ? [text] : [];
  });

test('words of a transcript are found one by one, and replaced in one or all passages', async () => {
  const page = await open();
  await until(() => expect(textsWith('shops')).toHaveLength(SAID.length));
  await page.press(() => page.getByRole('button', { name: page.text('meeting', 'find.label') }));
  const bar = () => within(page.getByRole('search', { name: page.text('meeting', 'find.label') }));
  const button = (key: string) => () => bar().getByRole('button', { name: page.text('meeting', `find.${key}`) });
  await page.fill(() => bar().getByRole('searchbox'), 'nowhere in it');
  await until(() =>
    expect(bar().getByRole('status').textContent).toBe(page.text('meeting', 'find.count', { count: 0 })),
  );
  expect(button('next')().hasAttribute('disabled')).toBe(true);

  await page.fill(() => bar().getByRole('searchbox'), 'shops');
  const count = SAID.length;
  await page.press(button('next'));
  const place = (at: number, all: number) => page.text('meeting', 'find.place', { at, count: all });
  await until(() => expect(bar().getByRole('status').textContent).toBe(place(1, count)));
  await page.press(button('previous'));
  await until(() => expect(bar().getByRole('status').textContent).toBe(place(count, count)));

  await page.fill(() => bar().getByRole('textbox', { name: page.text('meeting', 'find.replacement') }), 'stores');
  await page.press(button('replace'));
  await until(() => expect(textsWith('stores')).toHaveLength(1));
  expect(textsWith('shops')).toHaveLength(count - 1);
  await page.press(button('replaceAll'));
  await until(() => expect(textsWith('stores')).toHaveLength(count));
  expect(textsWith('shops')).toHaveLength(0);
});

test('merging two speakers is in the history, and can be undone', async () => {
  const page = await open();
  await until(() => expect(segments().length).toBeGreaterThan(2));
  const saidBy = (name: string): number =>
    segments().filter((each) => within(each).queryByRole('button', { name })).length;
  await page.press(() => page.getByRole('button', { name: page.text('meeting', 'speaker.manage') }));
  const dialog = () => within(page.getByRole('dialog'));
  const names = () =>
    dialog()
      .getAllByRole('textbox', { name: page.text('meeting', 'speaker.name') })
      .map((field) => (field as HTMLInputElement).value);
  const [kept, gone] = await until(() => {
    expect(names().length).toBeGreaterThan(1);
    return names();
  });
  await page.press(() =>
    dialog().getByRole('button', { name: page.text('meeting', 'speaker.merge', { name: gone! }) }),
  );
  await page.press(() => page.getByRole('menuitem', { name: kept! }));
  await until(() => expect(names()).not.toContain(gone));
  const entry = await until(() =>
    dialog().getByText(page.text('meeting', 'history.merged', { before: gone!, after: kept! })),
  );
  // the people of the organization may arrive later
  await until(() => expect(entry.closest('li')!.textContent).toContain('Emma'));
  await page.press(() =>
    dialog().getByRole('button', { name: page.text('meeting', 'history.undoMerge', { name: gone! }), hidden: true }),
  );
  await until(() => expect(names()).toContain(gone));
  await until(() =>
    expect(
      dialog().queryByRole('button', {
        name: page.text('meeting', 'history.undoMerge', { name: gone! }),
        hidden: true,
      }),
    ).toBeNull(),
  );
  await page.press(() =>
    dialog().getByRole('button', { name: page.text('meeting', 'speaker.remove', { name: gone! }), hidden: true }),
  );
  await until(() => expect(names()).not.toContain(gone));
  const removed = await dialog().findByText(page.text('meeting', 'history.removed', { name: gone! }));
  await page.press(() =>
    within(removed.closest('li')!).getByRole('button', {
      name: page.text('meeting', 'history.restoreSpeaker'),
      hidden: true,
    }),
  );
  await until(() => expect(names()).toContain(gone));
  await dialog().findByText(page.text('meeting', 'history.returned', { name: gone! }));
  await page.press(() => dialog().getByRole('button', { name: page.text('common', 'close') }));
  await until(() => expect(saidBy(gone!)).toBeGreaterThan(0));
});

test('a calendar file creates one meeting with its people and agenda', async () => {
  const page = await openPage({ person: emma, path: '/meeting-note?mode=calendar' });
  const calendar = (...lines: string[]): File =>
    new File([['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')], 'invite.ics', { type: 'text/calendar' });
  const field = () => page.element('input[type=file]')!;
  await page.give(field, calendar());
  await until(() => page.getByText(page.text('meeting', 'calendar.nothing')));
  const event = calendar(
    ...['BEGIN:VEVENT', 'UID:tools-1@example.com', 'SUMMARY:Lamp review', 'DTSTART:20260301T090000Z'],
    ...['ATTENDEE;CN=M:mailto:misaki@demo.satchel.example', 'ATTENDEE;CN=Guest Gus:mailto:gus@example.com'],
    ...['DESCRIPTION:- Shades\\n- Prices', 'END:VEVENT'],
  );
  await page.give(field, event);
  const row = () => within(page.getByRole('list', { name: page.text('meeting', 'calendar.events') }));
  await until(() => row().getByText('Lamp review'));
  await page.press(() => row().getByRole('button', { name: page.text('meeting', 'calendar.create') }));
  await page.at(/^\/meeting\/[a-z0-9]+/);
  const made = page.path();
  const plan = await until(() => within(page.getByRole('region', { name: page.text('meeting', 'plan.title') })));
  await plan.findByText('Guest Gus');
  await plan.findByRole('checkbox', { name: 'Shades' });

  // the same event opens the existing meeting
  await page.goTo('/meeting-note?mode=calendar');
  await page.give(field, event);
  await page.press(() => row().getByRole('button', { name: page.text('meeting', 'calendar.open') }));
  await page.at(new RegExp(`^${made.split('?')[0]!}`));

  // items with the same text stay checked
  const box = (name: string) => plan2().getByRole('checkbox', { name });
  const plan2 = () => within(page.getByRole('region', { name: page.text('meeting', 'plan.title') }));
  await until(() => box('Shades'));
  fireEvent.click(box('Shades'));
  await until(() => expect((box('Shades') as HTMLInputElement).checked).toBe(true));
  await page.press(() => plan2().getByRole('button', { name: page.text('meeting', 'plan.edit') }));
  const text = () =>
    within(page.getByRole('dialog')).getByRole('textbox', { name: page.text('meeting', 'plan.agenda') });
  await page.fill(text, '1. Bulbs\n• Shades\n\n');
  await page.press(() => within(page.getByRole('dialog')).getByRole('button', { name: page.text('common', 'save') }));
  await until(() => box('Bulbs'));
  expect(
    plan2()
      .getAllByRole('checkbox')
      .map((each) => (each as HTMLInputElement).checked),
  ).toEqual([false, true]);
});

test('the agenda of a recorded meeting is shown beside its notes, and its items can be checked', async () => {
  const call = await callsOf(emma);
  const [launch] = (await call(meetingCalls.myPage, { titleLike: 'Launch planning' })).list;
  const page = await openPage({ person: emma, path: `/meeting/${launch!.id}?tab=notes` });
  const plan = () => within(page.getByRole('region', { name: page.text('meeting', 'plan.title') }));
  const isDone = (name: string): boolean => (plan().getByRole('checkbox', { name }) as HTMLInputElement).checked;
  await until(() => expect([isDone('Release date'), isDone('Help pages for the shops')]).toEqual([true, false]));
  await until(() => expect(page.element('.ProseMirror')?.textContent).toContain('The date stays'));
  fireEvent.click(plan().getByRole('checkbox', { name: 'Help pages for the shops' }));
  await until(() => expect(isDone('Help pages for the shops')).toBe(true));
  await page.sent();
});

test('polished notes are accepted part by part, and can be undone', async () => {
  const { id: companyId, owner, call } = await foundCompany('Polished Lamps');
  await call(aiProviderCalls.save, { companyId, capability: 'chat', url: models.url, model: 'scripted', apiKey: '' });
  const { id } = await call(meetingCalls.create, { title: 'Budget' });
  await call(meetingCalls.createNote, { meetingId: id, content: 'bdget 5M yen\n\nask ann abuot shelves' });
  const page = await openPage({ person: owner, path: `/meeting/${id}?tab=notes` });
  const note = () => page.element('.ProseMirror')?.textContent ?? '';
  await until(() => expect(note()).toContain('bdget'));
  await page.press(() => page.getByRole('button', { name: page.text('meeting', 'notes.polish') }));
  const dialog = () => within(page.getByRole('dialog'));
  const changes = await until(() => {
    const found = dialog().getAllByRole('checkbox');
    expect(found).toHaveLength(2);
    return found;
  });
  await page.press(() => changes[0]!);
  await page.press(() => dialog().getByRole('button', { name: page.text('summary', 'polish.accept', { count: 1 }) }));
  await page.keepNotice();
  await until(() => expect(note()).toContain('Ask Ann about shelves.'));
  expect(note()).toContain('bdget 5M yen');
  // within the toast, since the editor has a button with the same name
  const notice = () => within(page.element('[data-sonner-toast]')!);
  await page.press(() => notice().getByRole('button', { name: page.text('common', 'undo') }));
  await until(() => expect(note()).toContain('ask ann abuot shelves'));
});
