/** Files dropped on the list of meetings. */
import { expect, test } from 'vitest';
import { drag, file } from '../support/component/files-screen';
import { openPage, until } from '../support/component/page';
import { demoPerson } from '../support/component/server';

const INVITATION = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:review-1
DTSTART:20300102T090000Z
DTEND:20300102T093000Z
SUMMARY:Review of the lamps
ATTENDEE;CN=Kai Visitor:mailto:kai@elsewhere.example
END:VEVENT
END:VCALENDAR
`;

test('a calendar file opens the form with title, time and people; other files are refused by name', async () => {
  const page = await openPage({ person: demoPerson('emma'), path: '/meeting-notes' });
  const zone = () => page.element('[data-drop-zone]')!;
  await until(() => page.getByRole('searchbox', { name: page.text('meeting', 'list.search') }));
  drag(zone(), 'drop', [file('minutes.xyz')]);
  await until(() => page.getByText(page.text('meeting', 'list.dropProblem', { fileName: 'minutes.xyz' })));
  expect(page.path()).toBe('/meeting-notes');
  drag(zone(), 'drop', [file('invite.ics', INVITATION, 'text/calendar')]);
  await page.at('/meeting-note?mode=calendar');
  const events = await until(() => page.getByRole('list', { name: page.text('meeting', 'calendar.events') }));
  await until(() => expect(events.textContent).toContain('Review of the lamps'));
  expect(events.querySelector('time')?.dateTime).toBe('2030-01-02T09:00:00.000Z');
  expect(events.textContent).toContain('Kai Visitor');
});
