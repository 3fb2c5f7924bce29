/**
 * Chats with agents in a real browser: what an agent proposes is confirmed, a note is made of its answer and taken back,
 * offline too; and without a model, where the answer is quotes.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e';
import { startModelServer, type ModelServer } from '../support/model-server';
import { createSatchel, type Satchel } from '../support/satchel';
import { startSearchServer, type SearchServer } from '../support/search-server';
import { emailOf, open, signIn, text, waitUntilSent } from '../support/steps';

const composer = (page: Page): Locator => page.locator('[data-composer] textarea');
const turn = (page: Page, state: string): Locator => page.locator(`[data-turn-state="${state}"]`);
const proposal = (page: Page, kind: string): Locator => page.locator(`[data-proposal="${kind}"]`);
const confirm = (card: Locator): Locator =>
  card.getByRole('button', { name: text('agent-chat', 'proposal.confirm'), exact: true });

/** Asks the agent of the home screen's mode, and waits for the chat. */
async function askOnHome(page: Page, url: string, question: string): Promise<void> {
  await open(page, url, '/search');
  await page.getByText(text('ask', 'mode.agent')).click();
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\/agent-chat\/[\w-]+$/);
}

test.describe('with a model', () => {
  let model: ModelServer;
  let search: SearchServer;
  let satchel: Satchel;
  const QUERY = 'lamp delivery times in Europe';
  /** the first plan of each question, all others being empty */
  const plan = (...steps: { tool: string; text: string }[]): void =>
    model.setScript((request) => {
      if (!request.body['response_format']) return { text: 'The lamps arrive in May.' };
      const isFirst = !request.body.messages!.some(({ content }) => content?.includes('Steps so far'));
      return { text: JSON.stringify({ steps: isFirst ? steps : [] }) };
    });
  test.beforeAll(async () => {
    model = await startModelServer();
    search = await startSearchServer(() => []);
    satchel = await createSatchel({
      CHAT_API_URL: model.url,
      CHAT_MODEL: 'scripted',
      SEARCH_PROVIDER: 'searxng',
      SEARCH_API_URL: search.urls.searxng,
    });
    await satchel.start();
  });
  test.afterAll(async () => {
    await satchel.dispose();
    await model.close();
    await search.close();
  });

  /** An agent of one's own that searches the web and makes notes; its id. */
  const ownAgent = async (page: Page, name: string): Promise<string> => {
    const headers = { origin: satchel.url };
    const send = async (path: string, data: object): Promise<{ id: string }> => {
      const answer = await page.request.post(`${satchel.url}/api/core/agent/${path}`, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return ((await answer.json()) as { data: { id: string } }).data;
    };
    const { id } = await send('create', {
      name,
      tools: ['own', 'web', 'note'],
      openings: ['When do the lamps arrive?'],
    });
    await send('publish', { id, published: true, audience: 'self' });
    return id;
  };

  test('a web search is confirmed, the answer becomes a note, and the note is taken back', async ({ openPage }) => {
    plan({ tool: 'own', text: 'lamps' }, { tool: 'web', text: QUERY }, { tool: 'note', text: 'Delivery of the lamps' });
    const page = await openPage();
    await signIn(page, satchel.url, emailOf('emma'));
    await ownAgent(page, 'Lamp expert');
    await open(page, satchel.url, '/agent-chat');
    await page.getByRole('link', { name: 'Lamp expert' }).click();
    await page.getByRole('button', { name: 'When do the lamps arrive?', exact: true }).click();
    await expect(page).toHaveURL(/\/agent-chat\/[\w-]+$/);
    const web = proposal(page, 'web');
    await expect(web.locator('[data-proposal-text]')).toHaveText(QUERY);
    await expect(turn(page, 'waitsForYou')).toBeVisible();
    expect(search.queries).toEqual([]);
    await confirm(web).click();
    await expect(turn(page, 'answered')).toBeVisible();
    await expect(page.locator('.answer')).toContainText('The lamps arrive in May.');
    expect(search.queries.map(({ query }) => query)).toEqual([QUERY]);
    await expect(web).toHaveCount(0);

    const note = proposal(page, 'note');
    await expect(note.locator('[data-proposal-text]')).toHaveText('Delivery of the lamps');
    await expect(confirm(note)).toBeDisabled();
    await note.getByRole('button', { name: text('meeting', 'form.project') }).click();
    await page.getByRole('option').first().click();
    await confirm(note).click();
    const link = note.getByRole('link', { name: text('agent-chat', 'result.openNote') });
    await expect(link).toBeVisible();
    await note.getByRole('button', { name: text('agent-chat', 'result.undo') }).click();
    await expect(note).toHaveAttribute('data-proposal-state', 'undone');
    await expect(link).toHaveCount(0);
  });

  test('an agent that is stopped proposes nothing, and goes on when it is asked to', async ({ openPage }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    model.setScript(async (request) => {
      if (!request.body['response_format'])
        return { text: 'The lamps arrive in May.', gate: () => (request.isClosed ? Promise.resolve() : held) };
      const isFirst = !request.body.messages!.some(({ content }) => content?.includes('Steps so far'));
      const steps = [
        { tool: 'own', text: 'lamps' },
        { tool: 'note', text: 'Delivery of the lamps' },
      ];
      return { text: JSON.stringify({ steps: isFirst ? steps : [] }) };
    });
    const page = await openPage();
    await signIn(page, satchel.url, emailOf('emma'));
    const id = await ownAgent(page, 'Lamp writer');
    await open(page, satchel.url, `/agent-chat?agent=${id}`);
    await composer(page).fill('When do the lamps arrive?');
    await composer(page).press('Enter');
    await expect(turn(page, 'working')).toBeVisible();
    await page.getByRole('button', { name: text('chat', 'stop') }).click();
    await expect(turn(page, 'stopped')).toBeVisible();
    await expect(page.locator('[data-proposal]')).toHaveCount(0);
    release();
    await page.getByRole('button', { name: text('common', 'retry') }).click();
    const note = proposal(page, 'note');
    await expect(note.locator('[data-proposal-text]')).toHaveText('Delivery of the lamps');
  });

  test('a question is asked and a proposal confirmed offline, and both are done when online', async ({ openPage }) => {
    plan({ tool: 'web', text: QUERY });
    const page = await openPage({ offline: true });
    await signIn(page, satchel.url, emailOf('emma'));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await askOnHome(page, satchel.url, 'Who sells lamps?');
    await expect(page.getByText(text('chat', 'state.onDevice'))).toBeVisible();
    await page.context().setOffline(false);
    const web = proposal(page, 'web');
    await expect(confirm(web)).toBeVisible();
    await waitUntilSent(page);
    const before = search.queries.length;
    await page.context().setOffline(true);
    await expect(page.locator('.frame-sidebar [data-sync-status^="offline"]')).toBeVisible();
    await confirm(web).click();
    await expect(web.locator('[data-decision="onDevice"]')).toBeVisible();
    expect(search.queries).toHaveLength(before);
    await page.context().setOffline(false);
    await expect(page.locator('.answer')).toContainText('The lamps arrive in May.');
    await expect(turn(page, 'answered')).toBeVisible();
    expect(search.queries).toHaveLength(before + 1);
    await open(page, satchel.url, '/chat/history?kind=task');
    await expect(page.getByRole('link', { name: 'Who sells lamps?' })).toBeVisible();
  });
});

test('without a model an agent answers with quotes of one’s own sources', async ({ satchel, openPage }) => {
  const page = await openPage();
  await signIn(page, satchel.url, emailOf('emma'));
  await open(page, satchel.url, '/agent-chat?agent=knowledge-bot');
  await composer(page).fill('When is the release to all customers?');
  await composer(page).press('Enter');
  await expect(turn(page, 'answered')).toBeVisible();
  const quotes = page.locator('[data-mode="extractive"]');
  await expect(quotes.getByRole('listitem').first()).toContainText('20 April');
  await expect(page.locator('[data-proposal]')).toHaveCount(0);
});
