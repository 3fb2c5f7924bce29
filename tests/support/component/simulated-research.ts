/** A research with simulated values of its live queries: for tests of its screen in each state. */
import { beforeAll, beforeEach, expect } from 'vitest';
import type { LiveResearch } from '../../../sync/engine/host/api';
import { projectCalls } from '../../../server/core/projects/contract';
import { FIRST_BUDGET, type Research } from '../../../sync/model/kinds/researches';
import type { Report } from '../../../sync/model/kinds/reports';
import { foundCompany, type Company } from './companies';
import { Device } from './device';
import { openPage, until, type Page } from './page';
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
export const passage = (no: number, text: string, url = '') => ({
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

/** simulated results of commands */
const RESULTS: Record<string, object> = { 'research.start': { id: 'next' }, 'canvas.create': { id: 'cv1' } };

const threadOf = (creatorId: string) => ({
  ...BASE,
  id: 'rs',
  abilities: ['update', 'delete', 'share'],
  kind: 'research',
  title: 'How high is the tower?',
  projectId: '',
  creatorId,
  status: '',
  body: '',
  shareRange: 'private',
  createdAt: 1,
});

interface Values {
  live: LiveResearch;
  report: Report | null;
  syncState: string;
  creatorId: string;
  /** citation style of the person; empty for the stored preference */
  style: string;
}

export interface SimulatedResearch {
  readonly company: Company;
  readonly device: Device;
  /** values of the live queries; a test changes them before it opens the research */
  readonly values: Values;
  /** commands that the page has run, with their inputs */
  readonly ran: [string, unknown][];
  open: () => Promise<Page>;
  /** Waits until the screen shows a state. */
  shows: (page: Page, state: string) => Promise<void>;
  /** Sets the stage of the research. */
  at: (stage: Research['stage'], fields?: Partial<Research>) => void;
}

/** A research whose live queries have simulated values. To be called at the top of a test file: it registers hooks. */
export function simulatedResearch(): SimulatedResearch {
  let company: Company;
  let me: string;
  let device: Device;
  let values: Values;
  let ran: [string, unknown][];

  beforeAll(async () => {
    company = await foundCompany('House of researches');
    me = (await company.call(projectCalls.create, { title: 'Tower' })).ownerId;
  });
  beforeEach(async () => {
    device = new Device((await theServer()).url);
    values = {
      live: { research: research(), queued: [] },
      report: null,
      syncState: 'onServer',
      creatorId: me,
      style: '',
    };
    ran = [];
    device.overhear = (message, reply) => {
      const { id, path, argumentList } = message as {
        id?: string;
        path?: string[];
        argumentList?: { value: unknown }[];
      };
      const command = argumentList?.[0]?.value;
      if (
        path?.[0] === 'run' &&
        typeof command === 'string' &&
        /^(?:research|outbox|canvas|preferences)\./.test(command)
      ) {
        ran.push([command, argumentList![1]!.value]);
        reply({ id, type: 'RAW', value: RESULTS[command] ?? null });
        return true;
      }
      const query = message.query as { kind: string; collection?: string; id?: string } | undefined;
      if (message.live === undefined || !query) return false;
      const value =
        query.kind === 'research' && query.id === 'rs'
          ? values.live
          : query.kind === 'one' && query.collection === 'threads'
            ? threadOf(values.creatorId)
            : query.kind === 'one' && query.collection === 'reports'
              ? values.report
              : query.kind === 'one' && query.collection === 'preferences' && values.style
                ? { citationStyle: values.style }
                : query.kind === 'syncState'
                  ? values.syncState
                  : undefined;
      if (value === undefined) return false;
      reply({ live: message.live, value });
      return true;
    };
  });

  return {
    get company() {
      return company;
    },
    get device() {
      return device;
    },
    get values() {
      return values;
    },
    get ran() {
      return ran;
    },
    open: () => openPage({ device, person: company.owner, path: '/research/rs' }),
    shows: (page, state) => until(() => expect(page.element('[data-research]')?.dataset['researchState']).toBe(state)),
    at: (stage, fields = {}) => {
      values.live = { research: research({ stage, ...fields }), queued: [] };
    },
  };
}
