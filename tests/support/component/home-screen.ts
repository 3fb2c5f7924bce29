/** The home screen, and what a person does on it: for its tests. */
import { act } from 'react';
import { fireEvent, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { noteCalls } from '../../../server/core/notes/contract';
import { projectCalls } from '../../../server/core/projects/contract';
import { foundCompany, type Company } from './companies';
import { Device } from './device';
import { openPage, until, type Page } from './page';
import { commandOf } from './scripted-commands';
import { theServer } from './server';

export interface Asked {
  question: string;
  context: { kind: string; id: string; title: string }[];
  fileIds: string[];
  fileNames?: string[];
  files?: { id: string; name: string }[];
  usesWeb: boolean;
  kind: string;
  projectId?: string;
  language: string;
}

export type AgentAsked = Pick<Asked, 'question' | 'context'> & { agentId: string };

/** A company with a project and notes to ask about. */
export async function foundQuestions(): Promise<{ company: Company; launch: string; plan: string }> {
  const company = await foundCompany('House of questions');
  const launch = (await company.call(projectCalls.create, { title: 'Launch' })).id;
  const plan = (
    await company.call(noteCalls.save, { projectId: launch, title: '企画 Plan', content: 'Lavender everywhere.' })
  ).id;
  for (const title of ['Lavender one', 'Lavender two', 'Lavender three', 'Lavender four'])
    await company.call(noteCalls.save, { projectId: launch, title, content: 'Purple.' });
  return { company, launch, plan };
}

/** Opens the home screen on a new device, and collects the questions that are asked there. */
export async function openHome(
  of: Company,
  path = '/search',
): Promise<{
  page: Page;
  asked: Asked[];
  agentAsked: AgentAsked[];
}> {
  const device = new Device((await theServer()).url);
  const asked: Asked[] = [];
  const agentAsked: AgentAsked[] = [];
  device.overhear = (message, reply) => {
    const command = commandOf(message, reply);
    if (command?.name === 'chat.ask') asked.push(command.input as Asked);
    if (command?.name === 'agent.ask') agentAsked.push(command.input as AgentAsked);
    return false;
  };
  const page = await openPage({ device, person: of.owner, path });
  await page.sent();
  // the history of the window has the words of an earlier page
  await page.fill(fieldOf(page), '');
  return { page, asked, agentAsked };
}

export const fieldOf = (page: Page) => (): HTMLTextAreaElement =>
  page.getByRole('textbox', { name: page.text('ask', 'home.label') });
/** Types at the end of the field. */
export const typeWords = async (page: Page, words: string): Promise<void> => {
  const field = await until(fieldOf(page));
  await page.fill(fieldOf(page), field.value + words);
};
export const key = (
  page: Page,
  name: string,
  more: { keyCode?: number; isComposing?: boolean; shiftKey?: boolean } = {},
) =>
  act(async () => {
    fireEvent.keyDown(fieldOf(page)(), { key: name, keyCode: name === 'Enter' ? 13 : 0, ...more });
  });
export const options = (page: Page): string[] =>
  within(page.getByRole('listbox', { name: page.text('ask', 'context.label') }))
    .getAllByRole('option')
    .map((option) => option.querySelector('.flex-1')!.textContent ?? '');
export const isClosed = (page: Page): void =>
  expect(page.queryByRole('listbox', { name: page.text('ask', 'context.label') })).toBeNull();
export const chips = (page: Page, label: 'context.chosen' | 'context.answers' = 'context.chosen'): string[] =>
  page
    .queryAllByRole('list', { name: page.text('ask', label) })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((item) => item.textContent ?? '');
export const results = (page: Page): HTMLElement =>
  page.getByRole('region', { name: page.text('shell', 'home.results') });
export const files = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-attachment]')];
export const attach = (page: Page, ...added: File[]): Promise<void> =>
  page.give(() => page.element('[data-attachment-chooser]')!, ...added);
export const file = (name: string, content: BlobPart = 'Lavender grows on the roof.'): File =>
  new File([content], name, { type: 'text/plain' });

/** Cuts the connection, and waits until the page is offline. */
export const goOffline = async (page: Page): Promise<void> => {
  page.device.become('cut');
  await until(() =>
    expect(document.querySelector('.frame-sidebar [data-sync-status]')?.getAttribute('data-sync-status')).not.toBe(
      'quiet',
    ),
  );
};
export const stateOfTurn = (page: Page): string | undefined =>
  page.element('[data-turn]')?.getAttribute('data-turn-state') ?? undefined;
/** Names of the context documents and files of the question on screen. */
export const namesIn = (page: Page): (string | null)[] => {
  const named = within(page.element('[data-turn]')!).getByRole('list', { name: page.text('chat', 'question.context') });
  return [...named.querySelectorAll('li')].map(({ textContent }) => textContent);
};
