/** A core with a scripted model and given passages, for tests of questions and their answers. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Passage } from '../../server/ai/extractive/interface';
import { projectCalls } from '../../server/core/projects/contract';
import type { Retrieval, RetrievalRequest } from '../../server/core/retrieval/retrieval';
import { openCore, type Core, type Person } from './core';
import type { Engine } from './database';
import { startModelServer, type ModelServer } from './model-server';
import { passageOf } from './passages';
import { providerRegistry } from './provider-registry';

/** A passage of a note with an id. */
export const passage = (id: string, text: string, more: Partial<Passage> = {}): Passage =>
  passageOf(text, { id, title: `Note ${id}`, updatedAt: 1, ...more });

export class ChatCore {
  core!: Core;
  models!: ModelServer;
  ann!: Person;
  /** passages that retrieval returns for each question */
  passages: Passage[] = [];
  /** requests to retrieval */
  retrieved: RetrievalRequest[] = [];
  /** ids of documents that are no longer visible to anyone */
  lost = new Set<string>();
  hasModel = true;

  async open(engine: Engine): Promise<void> {
    const retrieval: Retrieval = {
      find: (request) => {
        this.retrieved.push(request);
        return Promise.resolve({
          passages: this.passages.filter(({ id }) => !this.lost.has(id)),
          coverage: 1,
          rarity: new Map(),
          isClosest: false,
        });
      },
      visible: (_actor, documents) =>
        Promise.resolve(new Set(documents.map(({ id }) => id).filter((id) => !this.lost.has(id)))),
    };
    this.models = await startModelServer();
    this.core = await openCore(engine, {
      ports: {
        retrieval,
        extractive: (_question, all) => all.map((_, n) => ({ passage: n, quote: all[n]!.text })),
      },
    });
    const registry = providerRegistry(
      this.core.platform,
      {
        CHAT_API_URL: this.models.url,
        CHAT_MODEL: 'scripted',
        CHAT_CONTEXT_TOKENS: '8000',
      },
      { wait: () => Promise.resolve() },
    );
    this.core.services.ai.chat = (companyId) => (this.hasModel ? registry.chat(companyId) : Promise.resolve(null));
    [this.ann] = this.core.people('ann');
  }

  reset(): void {
    this.passages = [passage('n1', 'The budget is 5 million yen. Mei presents it on Friday.')];
    this.retrieved = [];
    this.lost = new Set();
    this.hasModel = true;
    this.models.setScript([
      { text: 'The budget is 5 million yen. [[1: "budget is 5 million yen"]] It was hard to find out.' },
    ]);
    // the rate limit counts the requests of the last minute
    this.core.parts.pass(61_000);
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.models.close();
  }

  state = async (turnId: string) => (await this.ann.sees('turns', turnId))!;
  answer = (turnId: string) => this.ann.sees('answers', turnId);

  /** Kinds of Ann's notifications. */
  async notices(): Promise<string[]> {
    const list = await this.core.sync.store.read('c1', (tx) => tx.list('notifications', { space: 'person:ann' }));
    return list.map(({ kind }) => kind);
  }

  /** Names of the services with counted uses. */
  async uses(): Promise<string[]> {
    const rows = await this.core.platform.db.selectFrom('service_use').select('service').execute();
    return rows.map(({ service }) => service);
  }

  amounts = () => this.core.platform.db.selectFrom('service_amount').selectAll().execute();

  projectOf = async (person: Person, more: object = {}): Promise<string> =>
    (await person.call(projectCalls.create, { title: `Project ${this.core.now()}`, ...more })).id;

  /** Waits until the model has received this number of requests, while `jobs` run. Throws once they have ended. */
  async untilAsked(times: number, jobs: Promise<unknown>): Promise<void> {
    let ended = false;
    const end = (): void => {
      ended = true;
    };
    jobs.then(end, end);
    await expect.poll(() => ended || this.models.requests.length >= times, { interval: 5 }).toBe(true);
    if (this.models.requests.length < times) throw new Error('the jobs ended before the model was asked');
  }
}

/** Opens a core for the tests of the current block, reset before each. */
export function useChatCore(engine: Engine): ChatCore {
  const chats = new ChatCore();
  beforeAll(() => chats.open(engine));
  beforeEach(() => chats.reset());
  afterAll(() => chats.close());
  return chats;
}
