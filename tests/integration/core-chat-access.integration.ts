/**
 * While access changes, no prompt and no answer contains text that the person may not see; with the product’s retrieval.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { VectorFollower } from '../../server/core/retrieval/vector-follower';
import { SearchFollower } from '../../server/core/search/follower';
import { ask } from '../support/chats';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { startModelServer, type ModelServer } from '../support/model-server';
import { providerRegistry } from '../support/provider-registry';

const QUESTION = 'How large is the budget of the lighthouse?';
const CHAT = '/chat/completions';
const SECRETS = { shared: 'sealed-4711', private: 'sealed-4712', foreign: 'sealed-4713' } as const;

describeOnDatabase('questions of people with different access', (engine) => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;
  let projectId: string;
  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore(engine);
    const registry = providerRegistry(core.platform, {
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
      EMBEDDING_API_URL: models.url,
      EMBEDDING_MODEL: 'meaning',
    });
    core.services.ai.chat = (companyId) => registry.chat(companyId);
    core.services.ai.embedding = (companyId) => registry.embedding(companyId);
    [ann, ben] = core.people('ann', 'ben');
    const write = async (person: Person, secret: string): Promise<string> => {
      const project = await person.call(projectCalls.create, { title: `Project ${secret}` });
      await person.call(noteCalls.save, {
        projectId: project.id,
        title: 'Lighthouse',
        content: `The budget of the lighthouse is ${secret}.`,
      });
      return project.id;
    };
    projectId = await write(ann, SECRETS.shared);
    await write(ann, SECRETS.private);
    await write(core.person('zoe'), SECRETS.foreign);
    await write(ben, 'known-to-ben');
    const follower = new SearchFollower(core.platform);
    const vectors = new VectorFollower(core.services);
    for (const company of ['c1', 'c2']) {
      await follower.follow(company, new AbortController().signal);
      await vectors.follow(company, new AbortController().signal);
    }
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });

  const share = (userIds: string[]) =>
    ann.call(projectCalls.setShare, {
      projectId,
      shareRange: userIds.length > 0 ? 'customize' : 'private',
      userIds,
    });

  it('are answered from what each of them sees', async () => {
    const shared = fc.record({ before: fc.boolean(), during: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(shared, { minLength: 1, maxLength: 4 }), async (rounds) => {
        for (const { before, during } of rounds) {
          core.parts.pass(61_000);
          await share(before ? ['ben'] : []);
          let isChanged = false;
          models.setScript(async ({ path }) => {
            if (path !== CHAT) return {};
            if (!isChanged) await share(during ? ['ben'] : []);
            isChanged = true;
            return { text: 'A budget. [[1: "The budget of the lighthouse is"]]' };
          });
          const { threadId, turnId } = await ask(core, ben, { question: QUESTION });
          await core.runJobs();
          const answer = JSON.stringify(await ben.sees('answers', turnId));
          const [first, ...later] = models.requests
            .filter(({ path }) => path === CHAT)
            .map(({ body }) => JSON.stringify(body));
          expect(first).toContain('known-to-ben');
          expect(first!.includes(SECRETS.shared)).toBe(before);
          // withdrawn in the middle: asked again without it, and not delivered
          expect(later.length).toBe(before && !during ? 1 : 0);
          for (const request of later) expect(request).not.toContain(SECRETS.shared);
          expect(answer.includes(SECRETS.shared)).toBe(before && during);
          expect(answer).toContain('known-to-ben');
          // a question that follows it: rewritten, compared by its meaning, and answered
          const asked = models.prompts();
          models.setScript([{ text: 'How large is the budget of the lighthouse?' }]);
          const next = await ask(core, ben, { parentId: threadId, followsId: turnId, question: 'And for what?' });
          await core.runJobs();
          expect(models.requests.map(({ path }) => path)).toContain('/embeddings');
          const sources = JSON.stringify((await ben.sees('answers', next.turnId))!.sources);
          expect(sources.includes(SECRETS.shared)).toBe(during);
          for (const text of [...asked, ...models.prompts(), answer]) {
            expect(text).not.toContain(SECRETS.private);
            expect(text).not.toContain(SECRETS.foreign);
          }
        }
      }),
      { numRuns: 5 },
    );
  });
});
