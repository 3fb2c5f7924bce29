/** Importing a transcript over an existing one, and undoing the import. */
import { expect, test } from 'vitest';
import { IMPORTED_LINES } from '../../sync/model/transcript-file';
import { meetingCalls } from '../../server/core/meetings/contract';
import { callsOf } from '../support/component/companies';
import { openPage, until } from '../support/component/page';
import { demoPerson } from '../support/component/server';

const emma = demoPerson('emma');
const shown = () => [...document.querySelectorAll('[data-segment]')].map(({ textContent }) => textContent).join('\n');

test('an import asks before it replaces a transcript, names the corrections, and can be undone', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'Minutes from elsewhere' });
  const lines = [{ start: 0, end: 2000, speaker: 'Mia', text: 'The budgit is open.' }];
  await call(meetingCalls.importTranscript, { meetingId: id, lines });
  const [segment] = (await call(meetingCalls.transcript, { id })).list;
  await call(meetingCalls.correctSegment, { id: segment!.id, content: 'The budget is open.' });

  const page = await openPage({ person: emma, path: `/meeting/${id}?tab=transcript` });
  await until(() => expect(shown()).toContain('The budget is open.'));
  const file = new File(['WEBVTT\n\n00:00.000 --> 00:02.000\n<v Tom>The budget is closed.\n'], 'tom.vtt');
  await page.give(() => page.element('input[type=file][accept*=".vtt"]')!, file);
  const question = await page.dialog('alertdialog');
  await question.findByText(new RegExp(page.text('meeting', 'import.replace.corrections', { count: 1 })));
  await page.press(() => question.getByRole('button', { name: page.text('meeting', 'import.replace.confirm') }));
  await until(() => expect(shown()).toContain('The budget is closed.'));
  expect(shown()).not.toContain('The budget is open.');

  await page.press(() =>
    page.getByRole('button', { name: page.text('meeting', 'transcriptVersions.action', { count: 1 }) }),
  );
  const versions = await page.dialog();
  await page.press(() => versions.getByRole('button', { name: page.text('meeting', 'transcriptVersions.restore') }));
  await until(() => expect(shown()).toContain('The budget is open.'));
  expect(shown()).not.toContain('The budget is closed.');
  await page.sent();
});

test('a transcript with more lines than can be stored is refused, and not cut', async () => {
  const call = await callsOf(emma);
  const { id } = await call(meetingCalls.create, { title: 'A whole week of talk' });
  const page = await openPage({ person: emma, path: `/meeting/${id}?tab=transcript` });
  const file = new File(['x\n'.repeat(IMPORTED_LINES + 1)], 'week.txt');
  await page.give(() => page.element('input[type=file][accept*=".vtt"]')!, file);
  await page.findByText(page.text('errors', 'TRANSCRIPT_TOO_LARGE'));
  await page.sent();
  expect((await call(meetingCalls.transcript, { id })).list).toEqual([]);
});
