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
import { askingOf, type Asking } from '../support/research-answers';
import { startResearchServers } from '../support/research-servers';
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

const PARAGRAPH = 'The tower is 333 metres high. It was opened in 1958, and people have come to see it ever since.';

it('is finished by the next processes: no page is fetched twice, and no step is paid twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-research-'));
  const servers = await startResearchServers(
    ({ query }) => [
      { title: 'Tower', url: `http://${query.includes('high') ? 'height' : 'opening'}.example/tower`, snippet: '' },
    ],
    { paragraph: PARAGRAPH },
  );
  const { models, search, fetched, answered } = servers;
  const deadly = STAGES.map(([, asking]) => asking);
  servers.hold(deadly[0]!);

  let server = null as ServerProcess | null;
  let device = null as HttpDevice | null;
  const start = async (): Promise<void> => {
    server = await startServerProcess({
      SATCHEL_SECRET: 'a secret for tests, long enough to be one',
      DATA_DIR: folder,
      ...servers.env,
    });
    device = device ? device.at(server.url) : await HttpDevice.signIn(server.url);
  };
  const research = (id: string) => device!.call(researchCalls.get, { id });
  const becomes = (id: string, stage: ResearchStage) =>
    expect
      .poll(async () => (await research(id)).stage, {
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
      servers.hold(...deadly.slice(0, 1));
      if (stage === 'CLARIFYING') {
        await becomes(id, 'WAITING_FOR_USER');
        await device!.call(researchCalls.feedbacks, { id, feedback: '' });
      } else if (stage === 'PLANNING') {
        await becomes(id, 'PLAN_REVIEW');
        await device!.call(researchCalls.begin, { id });
      }
    }
    await becomes(id, 'DONE');
    // the second question also has the page that was read for the first, in one sentence with both
    const cited = (await research(id)).report?.sections.map(({ paragraphs }) =>
      paragraphs.flat().map(({ learnings }) => learnings.length),
    );
    expect(cited).toEqual([[1], [2]]);
    expect(fetched).toEqual(['height.example/tower', 'opening.example/tower']);
    expect(search.queries.map(({ query }) => query)).toEqual(['How high is the tower?', 'When was the tower opened?']);
    const prompts = answered.map(({ prompt }) => prompt.replace(/DATA-[0-9a-f]{12}/g, 'DATA'));
    expect(new Set(prompts).size).toBe(prompts.length);
    const { companies } = await device!.call(identityCalls.my, {});
    const { usedToday } = await device!.call(aiProviderCalls.list, { companyId: companies[0]!.id });
    expect(usedToday.tokens).toBe(answered.length * TOKENS_OF_A_CALL);
  } finally {
    await server!.end();
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
