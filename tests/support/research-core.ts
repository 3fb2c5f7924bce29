/** A core with a scripted model, a scripted search, a small web and given passages, for tests of deep research. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Passage } from '../../server/ai/extractive/interface';
import { researchCalls } from '../../server/core/research/contract';
import type { Retrieval, RetrievalRequest } from '../../server/core/retrieval/retrieval';
import { reportId } from '../../sync/model/ids';
import { passage } from './chat-core';
import { openCore, type Core, type Person } from './core';
import type { Engine } from './database';
import { startModelServer, type ModelAnswer, type ModelServer } from './model-server';
import { askingOf, promptOf, USUAL, type Answers, type Asking } from './research-answers';
import { startSearchServer, type SearchServer } from './search-server';
import { openWebsites, page, type Websites } from './websites';
import { providerRegistry } from './provider-registry';

export const NOTE = passage('n1', 'The tower is 333 metres high. It was opened in 1958.', { title: 'A note' });

export class ResearchCore {
  core!: Core;
  models!: ModelServer;
  searches!: SearchServer;
  websites!: Websites;
  ann!: Person;
  hasModel = true;
  hasSearch = true;
  /** passages that retrieval returns for each question */
  passages: Passage[] = [];
  /** whether they are only the closest ones */
  isClosest = false;
  retrievals = 0;
  /** requests to retrieval */
  searched: RetrievalRequest[] = [];
  /** ids of documents that are no longer visible to anyone */
  lost = new Set<string>();

  /** @param searches 'passages': returns the given ones; 'everything': the product's retrieval searches stored documents */
  async open(engine: Engine, searches: 'passages' | 'everything' = 'passages'): Promise<void> {
    [this.models, this.searches, this.websites] = await Promise.all([
      startModelServer(),
      startSearchServer(),
      openWebsites(),
    ]);
    this.core = await openCore(engine, {
      ports: {
        web: this.websites.web,
        parsing: this.websites.parser,
        ...(searches === 'passages' ? { retrieval: this.retrieval } : {}),
      },
    });
    this.websites.pass = this.core.parts.pass;
    const registry = providerRegistry(
      this.core.platform,
      {
        CHAT_API_URL: this.models.url,
        CHAT_MODEL: 'scripted',
        CHAT_MORE_MODELS: 'scripted-large',
        CHAT_CONTEXT_TOKENS: '16000',
        CHAT_PRICE_INPUT: '10',
        CHAT_PRICE_OUTPUT: '8',
        SEARCH_PROVIDER: 'searxng',
        SEARCH_API_URL: this.searches.urls.searxng,
      },
      { wait: () => Promise.resolve() },
    );
    const { ai } = this.core.services;
    ai.chat = (companyId, model) => (this.hasModel ? registry.chat(companyId, model) : Promise.resolve(null));
    ai.chatModels = (companyId) => registry.chatModels(companyId);
    ai.search = (companyId) => (this.hasSearch ? registry.search(companyId) : Promise.resolve(null));
    [this.ann] = this.core.people('ann');
  }

  private readonly retrieval: Retrieval = {
    find: (request) => {
      this.retrievals += 1;
      this.searched.push(request);
      const passages = this.passages.filter(({ id }) => !this.lost.has(id));
      return Promise.resolve({ passages, coverage: 1, rarity: new Map(), isClosest: this.isClosest });
    },
    visible: (_actor, documents) =>
      Promise.resolve(new Set(documents.map(({ id }) => id).filter((id) => !this.lost.has(id)))),
  };

  reset(): void {
    this.isClosest = false;
    [this.hasModel, this.hasSearch, this.lost, this.passages] = [true, true, new Set(), [NOTE]];
    this.core.parts.pass(2 * 60 * 60_000);
    this.script({});
    this.searches.setScript(() => [
      { title: 'Tower', url: 'http://tower.example/a', snippet: '' },
      { title: 'Gone', url: 'http://tower.example/gone', snippet: '' },
    ]);
    this.websites.host('tower.example', (path) =>
      path === '/a' ? page('Tower', 'The tower is 333 metres high. It was opened in 1958.') : null,
    );
    this.forget();
  }

  forget(): void {
    this.websites.requests.length = 0;
    this.searches.queries.length = 0;
    this.models.requests.length = 0;
    this.retrievals = 0;
    this.searched = [];
  }

  async close(): Promise<void> {
    await this.core.close();
    await Promise.all([this.models.close(), this.searches.close(), this.websites.close()]);
  }

  /** Sets answers of the model; others are the default ones. It answers after `whenAsked`. */
  script(
    answers: Answers,
    whenAsked: (asking: Asking, prompt: string) => void | Promise<void> = () => undefined,
  ): void {
    this.models.setScript(async (request) => {
      const asking = askingOf(request);
      await whenAsked(asking, promptOf(request));
      const answer = (answers[asking] ?? USUAL[asking])(promptOf(request), request);
      return isModelAnswer(answer) ? answer : { text: JSON.stringify(answer) };
    });
  }

  /** Number of requests of a kind to the model. */
  asked = (asking: Asking): number => this.models.requests.filter((request) => askingOf(request) === asking).length;

  prompts = (asking: Asking): string[] =>
    this.models.requests.filter((request) => askingOf(request) === asking).map(promptOf);

  start = async (title = 'How high is the tower, and when was it opened?'): Promise<string> => {
    const { session_id: id } = await this.ann.call(researchCalls.start, { title });
    await this.core.runJobs();
    return id;
  };

  /** A research whose plan can be edited, without the dialogue. */
  async planned(title?: string): Promise<string> {
    const id = await this.start(title);
    if ((await this.research(id)).stage === 'WAITING_FOR_USER') {
      await this.ann.call(researchCalls.feedbacks, { id, feedback: '' });
      await this.core.runJobs();
    }
    return id;
  }

  /** Starts the work of a research, and waits for its end. */
  async work(id: string): Promise<void> {
    await this.ann.call(researchCalls.begin, { id });
    await this.core.runJobs();
  }

  research = async (id: string) => (await this.ann.sees('researches', id))!;
  report = async (id: string) => (await this.ann.sees('reports', reportId(id)))!;

  /** Addresses of fetched pages, without robots.txt. */
  fetched = (): string[] => this.websites.requests.filter((address) => !address.endsWith('/robots.txt'));

  async uses(service: string): Promise<number> {
    const rows = await this.core.platform.db
      .selectFrom('service_use')
      .select('id')
      .where('service', '=', service)
      .execute();
    return rows.length;
  }

  async notices(): Promise<string[]> {
    const list = await this.core.sync.store.read('c1', (tx) => tx.list('notifications', { space: 'person:ann' }));
    return list.map(({ kind }) => kind);
  }
}

const isModelAnswer = (answer: object): answer is ModelAnswer =>
  ['status', 'text', 'hang', 'pieces', 'stallAfter', 'raw', 'refuse', 'gate'].some((key) => key in answer);

/** Opens a core for the tests of the current block, reset before each. */
export function useResearchCore(engine: Engine, searches?: 'everything'): ResearchCore {
  const researches = new ResearchCore();
  beforeAll(() => researches.open(engine, searches));
  beforeEach(() => researches.reset());
  afterAll(() => researches.close());
  return researches;
}
