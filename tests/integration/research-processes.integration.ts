/** A deep research whose server process is killed in each of its stages, one after the other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { researchCalls } from '../../server/core/research/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import type { ResearchStage } from '../../sync/model/kinds/researches';
import { HttpDevice } from '../support/http-device';
import { startLocalServer } from '../support/local-server';
import { startModelServer } from '../support/model-server';
import { askingOf, promptOf, USUAL, type Asking } from '../support/research-answers';
import { startSearchServer } from '../support/search-server';
import { startServerProcess, type ServerProcess } from '../support/server-process';

/** what the scripted model says that it used */
const TOKENS_OF_A_CALL = 19;
const QUESTION = 'How high is the tower, and when was it opened?';
const STAGES: readonly [ResearchStage, Asking][] = [
  ['CLARIFYING', 'clarifications'],
  ['PLANNING', 'plan'],
  ['RESEARCHING', 'gaps'],
  ['WRITING', 'section'],
  ['VERIFYING', 'verdicts'],
];

const article = (title: string): string => {
  const paragraph = 'The tower is 333 metres high. It was opened in 1958, and people have come to see it ever since.';
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${paragraph}</p><p>${paragraph}</p></article></body></html>`;
};

it('is finished by the next processes: no page is fetched twice, and no step is paid twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-research-'));
  const fetched: string[] = [];
  const web = await startLocalServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    fetched.push(`${request.headers.host}${request.url}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article(request.headers.host!));
  });
  const models = await startModelServer();
  const search = await startSearchServer(({ query }) => [
    { title: 'Tower', url: `http://${query.includes('high') ? 'height' : 'opening'}.example/tower`, snippet: '' },
  ]);
  /** prompts that were answered */
  const paid: string[] = [];
  const deadly = STAGES.map(([, asking]) => asking);
  models.setScript((request) => {
    const asking = askingOf(request);
    if (asking === deadly[0]) return { hang: true };
    const prompt = promptOf(request);
    paid.push(prompt);
    return { text: JSON.stringify(USUAL[asking](prompt, request)) };
  });

  let server = null as ServerProcess | null;
  let device = null as HttpDevice | null;
  const start = async (): Promise<void> => {
    server = await startServerProcess({
      SATCHEL_SECRET: 'a secret for tests, long enough to be one',
      DATA_DIR: folder,
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
      CHAT_CONTEXT_TOKENS: '16000',
      SEARCH_PROVIDER: 'searxng',
      SEARCH_API_URL: search.urls.searxng,
      LOCAL_WEB_PORT: String(web.port),
      NODE_OPTIONS: `--import ${new URL('../support/local-web.mjs', import.meta.url).href}`,
    });
    device = device ? device.at(server.url) : await HttpDevice.signIn(server.url);
  };
  const research = (id: string) => device!.call(researchCalls.get, { id });
  const becomes = (id: string, stage: ResearchStage) =>
    expect
      .poll(async () => (await research(id)).stage, {
        timeout: 60_000,
        interval: 100,
        message: server!.output().slice(-2000),
      })
      .toBe(stage);

  try {
    await start();
    const { session_id: id } = await device!.call(researchCalls.start, { title: QUESTION });
    for (const [stage, asking] of STAGES) {
      // the step of this stage is under way, and not answered
      await expect.poll(() => models.requests.some((request) => askingOf(request) === asking)).toBe(true);
      await becomes(id, stage);
      await server!.kill();
      deadly.shift();
      await start();
      if (stage === 'CLARIFYING') {
        await becomes(id, 'WAITING_FOR_USER');
        await device!.call(researchCalls.feedbacks, { id, feedback: '' });
      } else if (stage === 'PLANNING') {
        await becomes(id, 'PLAN_REVIEW');
        await device!.call(researchCalls.begin, { id });
      }
    }
    await becomes(id, 'DONE');
    // the second question also has the page that was read for the first
    expect((await research(id)).report?.sections.map(({ paragraphs }) => paragraphs.flat().length)).toEqual([1, 2]);
    expect(fetched).toEqual(['height.example/tower', 'opening.example/tower']);
    expect(search.queries.map(({ query }) => query)).toEqual(['How high is the tower?', 'When was the tower opened?']);
    const withoutMarks = paid.map((prompt) => prompt.replace(/DATA-[0-9a-f]{12}/g, 'DATA'));
    expect(new Set(withoutMarks).size).toBe(paid.length);
    const { companies } = await device!.call(identityCalls.my, {});
    const { usedToday } = await device!.call(aiProviderCalls.list, { companyId: companies[0]!.id });
    expect(usedToday.tokens).toBe(paid.length * TOKENS_OF_A_CALL);
  } finally {
    await server!.end();
    await Promise.all([web.close(), models.close(), search.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
