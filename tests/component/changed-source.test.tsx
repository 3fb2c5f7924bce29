/** The source of an answer that is edited after it was quoted. */
import { beforeAll, expect, test, vi } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { hasRunEnded } from '../../sync/model/runs';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

const SENTENCE = 'The budget of the lantern festival is 5 million yen.';
const QUESTION = 'What is the budget of the lantern festival?';

let company: Company;
let projectId: string;
let noteId: string;
let chatId: string;
const save = (content: string, noteOf: object = {}) =>
  company.call(noteCalls.save, { projectId, title: 'Festival', content, ...noteOf });
beforeAll(async () => {
  company = await foundCompany('House of lanterns');
  projectId = (await company.call(projectCalls.create, { title: 'Festival' })).id;
  noteId = (await save(`${SENTENCE}\n\nKen orders the lanterns.`)).id;
  // the search index follows the note by a moment, and a person asks so often in a minute
  await vi.waitFor(
    async () => {
      ({ chatId } = await company.call(chatCalls.createHome, { query: QUESTION, mode: 'search' }));
      const question = async () => (await company.call(chatCalls.get, { id: chatId })).questions[0]!;
      await until(async () => expect(hasRunEnded((await question()).state)).toBe(true));
      expect((await question()).answer?.citations[0]?.quote ?? '').toContain(SENTENCE);
    },
    { interval: 4_000, timeout: 120_000 },
  );
});

test('a quote opens in its note; once the note says something else, it is shown as it was, and said so', async () => {
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: company.owner, path: `/project-chat/${chatId}` });
  await page.sent();
  const open = await page.findByRole('link', { name: page.text('common', 'open') });
  expect(open.getAttribute('href')).toBe(`/project/${projectId}/note-detail/${noteId}`);
  // a change elsewhere in the note is none of the quote
  await save(`${SENTENCE}\n\nMei orders the lanterns.`, { noteId });
  await page.sent();
  page.getByRole('link', { name: page.text('common', 'open') });

  await save('The budget of the lantern festival is 9 million yen.', { noteId });
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toContain('5 million yen'));
  page.getByText(page.text('chat', 'source.changed'));
  await page.press(() => page.getByRole('link', { name: page.text('common', 'open') }));
  await page.at(new RegExp(`/note(-detail)?/${noteId}`));
  await page.findByText('The budget of the lantern festival is 9 million yen.');
});
