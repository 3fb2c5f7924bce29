/** The screen of a research with values of a test in place of those of the replica, so that each state can be shown. */
import { beforeAll, beforeEach, expect } from 'vitest';
import { projectCalls } from '../../../server/core/projects/contract';
import type { LiveResearch } from '../../../sync/engine/host/api';
import type { Report } from '../../../sync/model/kinds/reports';
import { FIRST_BUDGET, type Research } from '../../../sync/model/kinds/researches';
import { foundCompany, type Company } from './companies';
import { Device } from './device';
import { openPage, until, type Page } from './page';
import { commandOf } from './scripted-commands';
import { theServer } from './server';

const BASE = { space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1, abilities: [] };
export const research = (fields: Partial<Research> = {}): Research => ({
  ...BASE,
  id: 'rs',
  stage: 'PLAN_REVIEW',
  question: 'How high is the tower?',
  followsId: '',
  language: 'en',
  usesWeb: true,
  dialogue: [],
  feedback: [],
  plan: ['How high is it?', 'When was it opened?'],
  budget: { ...FIRST_BUDGET },
  used: { sources: 3, tokens: 12_000, ms: 90_000 },
  steps: [],
  error: '',
  startedAt: 0,
  endedAt: 0,
  ...fields,
});
const passage = (no: number, text: string, url = '') => ({
  ...{ no, kind: 'web' as const, id: '', partId: '', title: `Tower ${no}`, url: url || `https://tower.example/${no}` },
  ...{ projectId: '', text, start: 0, at: -1, updatedAt: 1_700_000_000_000 },
});
export const report = (fields: Partial<Report> = {}): Report => ({
  ...BASE,
  id: 'rp_rs',
  threadId: 'rs',
  sections: [
    {
      title: 'How high is it?',
      paragraphs: [
        [
          { text: 'The tower is 333 metres high.', learnings: [1], check: '' },
          { text: 'Some say 332.', learnings: [2], check: 'number' },
        ],
      ],
    },
    {
      title: 'When was it opened?',
      paragraphs: [[{ text: 'It opened in 1958.', learnings: [3], check: 'unsure' }]],
    },
  ],
  learnings: [
    { n: 1, claim: 'It is 333 metres high.', quote: 'is 333 metres high', source: 1 },
    { n: 2, claim: 'It is 332 metres high.', quote: 'stands 332 metres', source: 2 },
    { n: 3, claim: 'It was opened in 1958.', quote: 'opened in 1958', source: 1 },
  ],
  sources: [
    passage(1, 'The tower is 333 metres high. It was opened in 1958.'),
    passage(2, 'It stands 332 metres tall.'),
  ],
  contradictions: [{ a: 1, b: 2, about: 'The height' }],
  limits: [
    { kind: 'source', title: 'Gone', url: 'https://gone.example/', error: 'WEBSITE_URL_NOT_ACCESSIBLE', count: 0 },
  ],
  isComplete: true,
  mode: 'model',
  provider: 'test',
  model: 'test-1',
  writtenAt: 1_700_000_000_000,
  ...fields,
});

/** Results of commands. */
const RESULTS: Record<string, object> = { 'research.start': { id: 'next' }, 'canvas.create': { id: 'cv1' } };

interface ResearchValues {
  live: LiveResearch;
  report: Report | null;
  syncState: string;
  creatorId: string;
  style: string;
}

export class ResearchScreen {
  company!: Company;
  device!: Device;
  values!: ResearchValues;
  /** commands the page ran, with their inputs */
  ran: [string, unknown][] = [];
  private personId = '';
  private readonly publishers = new Set<() => void>();

  async found(name: string): Promise<void> {
    this.company = await foundCompany(name);
    this.personId = (await this.company.call(projectCalls.create, { title: 'Tower' })).ownerId;
  }

  async reset(): Promise<void> {
    this.device = new Device((await theServer()).url);
    this.values = {
      live: { research: research(), queued: [] },
      report: null,
      syncState: 'onServer',
      creatorId: this.personId,
      style: '',
    };
    this.ran = [];
    this.publishers.clear();
    this.device.overhear = (message, reply) => {
      const command = commandOf(message, reply);
      if (command && /^(?:research|outbox|canvas|preferences)\./.test(command.name)) {
        this.ran.push([command.name, command.input]);
        command.resolve(RESULTS[command.name] ?? null);
        return true;
      }
      const query = message.query as { kind: string; collection?: string; id?: string } | undefined;
      if (message.live === undefined || !query) return false;
      const value = this.valueFor(query);
      if (value === undefined) return false;
      reply({ live: message.live, value });
      if (query.kind === 'research')
        this.publishers.add(() => reply({ live: message.live, value: this.valueFor(query) }));
      return true;
    };
  }

  open = (path = '/research/rs'): Promise<Page> => openPage({ device: this.device, person: this.company.owner, path });

  shows = (page: Page, state: string): Promise<void> =>
    until(() => expect(page.element('[data-research]')?.dataset['researchState']).toBe(state));

  /** The research is at a stage. */
  at(stage: Research['stage'], fields: Partial<Research> = {}): void {
    this.values.live = { research: research({ stage, ...fields }), queued: [] };
  }

  /** The research changes while the screen is open. */
  changes(fields: Partial<Research>): void {
    this.values.live = { ...this.values.live, research: { ...this.values.live.research!, ...fields } };
    for (const publish of this.publishers) publish();
  }

  /** The value of a live query; undefined: that of the replica. */
  private valueFor({ kind, collection, id }: { kind: string; collection?: string; id?: string }): unknown {
    if (kind === 'research' && id === 'rs') return this.values.live;
    if (kind === 'one' && collection === 'threads') return this.thread();
    if (kind === 'one' && collection === 'reports') return this.values.report;
    if (kind === 'one' && collection === 'preferences' && this.values.style)
      return { citationStyle: this.values.style };
    return kind === 'syncState' ? this.values.syncState : undefined;
  }

  private thread = () => ({
    ...BASE,
    id: 'rs',
    abilities: ['update', 'delete', 'share'],
    kind: 'research',
    title: 'How high is the tower?',
    projectId: '',
    creatorId: this.values.creatorId,
    status: '',
    body: '',
    shareRange: 'private',
    createdAt: 1,
  });
}

/** The screen for the tests of a file, with new values before each. */
export function researchScreen(companyName: string): ResearchScreen {
  const screen = new ResearchScreen();
  beforeAll(() => screen.found(companyName));
  beforeEach(() => screen.reset());
  return screen;
}
