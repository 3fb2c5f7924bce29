/**
 * Statements of the database between the push of a question and the request to its model. A person waits for each of
 * them; the bounds are what is needed today, so that a further one is a decision.
 */
import { Client, type QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { SearchFollower } from '../../server/core/search/follower';
import { spaceOf } from '../../sync/model/ids';
import { ask } from '../support/chats';
import { openCore, type Core, type Person } from '../support/core';
import { startModelServer, type ModelServer } from '../support/model-server';
import { providerRegistry } from '../support/provider-registry';
import { anyEngine } from '../support/database';

const QUESTION = 'When do the lamps arrive?';

describe('statements before the model is asked', () => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let projectId: string;
  const statements: string[] = [];
  let before: string[] = [];

  beforeAll(async () => {
    models = await startModelServer({
      script: () => {
        before = [...statements];
        return { text: 'They arrive in May.' };
      },
    });
    core = await openCore(anyEngine());
    const registry = providerRegistry(core.platform, {
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
    });
    core.services.ai.chat = (companyId) => registry.chat(companyId);
    [ann] = core.people('ann');
    ({ id: projectId } = await ann.call(projectCalls.create, {
      title: 'Lamps',
      description: 'The lamps arrive in May, and when they arrive they are tested.',
    }));
    await new SearchFollower(core.platform).follow('c1', new AbortController().signal);
    await core.runJobs();
    // a timer enqueues the index's next job a second after each change: its statements would be counted, too
    core.jobs.close();
    const query = Client.prototype.query as (...args: unknown[]) => unknown;
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const [statement] = args as [string | QueryConfig];
      statements.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
      return query.apply(this, args);
    } as never);
  });
  beforeEach(() => {
    statements.length = 0;
    before = [];
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await core.close();
    await models.close();
  });

  it.each([
    ['in a chat of one’s own', false, 42],
    ['in a chat of a project', true, 43],
  ])('are few %s', async (_, isInProject, most) => {
    const thread = isInProject ? { projectId, space: spaceOf('person', ann.actor.userId) } : {};
    const { turnId } = await ask(core, ann, { question: QUESTION }, thread);
    await core.runJobs();
    // those of the push of the chat come first
    const limit = before.findIndex((each) => each.includes('"asked"'));
    before = before.slice(before.lastIndexOf('begin', limit));
    expect(await ann.sees('turns', turnId)).toMatchObject({ state: 'SUCCEEDED' });
    expect((await ann.sees('answers', turnId))!.sources).not.toHaveLength(0);
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(most);
  });
});
