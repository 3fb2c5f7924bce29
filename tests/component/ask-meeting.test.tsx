/** Questions about a meeting, beside its analysis: what can be done with them and with their answers, as in a chat. */
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { sessionCalls } from '../../sync/protocol/session';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { answer, scriptedChat, turn, type ChatValues } from '../support/component/scripted-chat';
import { overhearCommand } from '../support/component/scripted-commands';
import { theServer } from '../support/component/server';

let company: Company;
let meetingId = '';
/** id of the person whose screens are open */
let me = '';
let device: Device;
beforeAll(async () => {
  company = await foundCompany('House of meetings');
  me = (await company.call(sessionCalls.my, {})).id;
  ({ id: meetingId } = await company.call(meetingCalls.create, { title: 'Launch planning' }));
});
beforeEach(async () => {
  device = new Device((await theServer()).url);
});

const open = (path = `/meeting/${meetingId}?tab=analysis`): Promise<Page> =>
  openPage({ device, person: company.owner, path });
/** The analysis of the meeting with a scripted chat about it, which the person began on this device. */
async function openChat(change: (values: ChatValues) => void): Promise<Page> {
  change(scriptedChat(device, me).values);
  const page = await open('/meeting');
  const { run } = await import('../../app/replica/client');
  await run('draft.keep', { id: `meeting-chat/${meetingId}`, text: 'chat' });
  await page.follow(`/meeting/${meetingId}?tab=analysis`);
  await until(() => expect(page.element('[data-turn]')).not.toBeNull());
  return page;
}
const inTurn = (page: Page) => within(page.element('[data-turn]')!);

test.each(['FAILED', 'CANCELED'] as const)('a question that ended as %s can be retried', async (state) => {
  const retried: unknown[] = [];
  const page = await openChat((values) => {
    values.turns = [turn({ state, error: state === 'FAILED' ? 'CHAT_PROVIDER_NOT_FOUND' : '' })];
    values.answers = {};
    overhearCommand(device, 'chat.retry', retried);
  });
  await page.press(() => inTurn(page).getByRole('button', { name: page.text('common', 'retry') }));
  await until(() => expect(retried).toEqual([{ turnId: 't1' }]));
});

test('a question asked offline can be taken back, and another one asked after it', async () => {
  const page = await open();
  await page.sent();
  device.become('cut');
  const ask = (): Promise<void> =>
    page.press(() => page.getByRole('button', { name: page.text('summary', 'ask.suggestion.decided') }));
  await ask();
  await page.findByText(page.text('chat', 'state.onDevice'));
  await page.press(() => inTurn(page).getByRole('button', { name: page.text('chat', 'state.takeBack') }));
  await until(() => expect(page.element('[data-turn]')).toBeNull());
  await ask();
  await until(() => expect(page.element('[data-turn]')).not.toBeNull());
  device.become('ok');
  await until(() => expect(page.element('[data-turn-state="answered"]')).not.toBeNull());
});

test('the sources of an answer can be rated', async () => {
  const rated: unknown[] = [];
  const page = await openChat(() => overhearCommand(device, 'chat.rateSource', rated));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'sources.view', { count: 1 }) }));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'sources.useless') }));
  await until(() => expect(rated).toEqual([{ turnId: 't1', source: 1, isUseless: true }]));
});

test('a question can be asked in another version, and the next one follows the version that is shown', async () => {
  const asked: unknown[] = [];
  const context: ChatValues['turns'][number]['context'] = [
    { kind: 'meetings', id: meetingId, title: 'Launch planning' },
  ];
  const page = await openChat((values) => {
    values.turns = [turn({ context }), turn({ id: 't2', position: 1, question: 'When exactly?', context })];
    values.answers['t2'] = { ...values.answers['t1']!, answer: answer({ id: 't2', text: 'On 3 May.' }) };
    overhearCommand(device, 'chat.ask', asked, { threadId: 'chat', turnId: 't1' });
  });
  await page.press(() => inTurn(page).getByRole('button', { name: page.text('chat', 'question.edit') }));
  await page.fill(() => page.getByRole('textbox', { name: page.text('chat', 'question.edit') }), 'In which month?');
  await page.press(() => inTurn(page).getByRole('button', { name: page.text('chat', 'question.askAgain') }));
  await until(() =>
    expect(asked).toMatchObject([{ question: 'In which month?', threadId: 'chat', followsId: '', context }]),
  );
  // the first version, which the command has answered with, is on screen, though the other one is newer
  await page.findByText('When is the launch?');
  await page.fill(() => page.getByLabelText(page.text('summary', 'ask.label')), 'And where?');
  await page.press(() => page.getByRole('button', { name: page.text('summary', 'ask.action') }));
  await until(() => expect(asked[1]).toMatchObject({ question: 'And where?', threadId: 'chat', followsId: 't1' }));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'versions.next') }));
  await page.findByText('When exactly?');
});
