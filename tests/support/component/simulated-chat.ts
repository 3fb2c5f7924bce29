/** A chat with simulated values of its live queries: for tests of the chat screen in each state. */
import { beforeAll, beforeEach } from 'vitest';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { foundCompany, type Company } from './companies';
import { Device } from './device';
import { openPage, type Page } from './page';
import { theServer } from './server';

const BASE = { space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1 };
export const THREAD = {
  ...BASE,
  id: 'chat',
  abilities: ['update', 'delete', 'share'],
  kind: 'chat',
  title: 'Launch plans',
  projectId: '',
  creatorId: 'me',
  status: '',
  body: '',
  shareRange: 'private',
  createdAt: 1,
};
export const turn = (fields: Partial<Turn> = {}): Turn => ({
  ...BASE,
  id: 't1',
  abilities: [],
  parentId: 'chat',
  position: 0,
  followsId: '',
  creatorId: 'me',
  question: 'When is the launch?',
  context: [],
  fileIds: [],
  usesWeb: false,
  language: 'en',
  state: 'SUCCEEDED',
  error: '',
  createdAt: 1,
  ...fields,
});
export const SOURCE: AnswerSource = {
  no: 1,
  kind: 'web',
  id: '',
  partId: '',
  title: 'Launch news',
  url: 'https://news.example/launch',
  projectId: '',
  text: 'Everybody waits. The launch is in May. It will be warm.',
  start: 0,
  at: -1,
  updatedAt: 1_700_000_000_000,
};
export const answer = (fields: Partial<Answer> = {}): Answer => ({
  ...BASE,
  id: 't1',
  abilities: [],
  threadId: 'chat',
  text: 'The launch is in May.[^1] It is warm.[^?]',
  citations: [{ n: 1, source: 1, quote: 'The launch is in May.' }],
  sources: [SOURCE],
  failed: [],
  leftOut: { turns: 0, passages: 0 },
  isClosest: false,
  isComplete: true,
  mode: 'model',
  provider: 'test',
  model: 'test-1',
  answeredAt: 1,
  ...fields,
});

interface Values {
  turns: Turn[];
  answers: Record<string, LiveAnswer>;
  syncState: string;
  /** title of the chat's project; empty outside of projects */
  project: string;
  /** simulated rows of the outbox; null: the rows of the device */
  queued: object[] | null;
}
export const NOTHING_LIVE: LiveAnswer['live'] = { text: '', activity: null };

export interface SimulatedChat {
  readonly company: Company;
  readonly device: Device;
  /** values of the live queries; a test changes them before it opens the chat, or sends them with `push` */
  readonly values: Values;
  /** Sends the present values to the live queries of a kind. */
  push: (kind: string) => void;
  open: () => Promise<Page>;
  /** Makes the question run, with these live values of its answer. */
  working: (live: Partial<LiveAnswer['live']>) => void;
  /** Intercepts a command in place of the replica, and collects its inputs. */
  overhearCommand: (command: string, inputs: unknown[], value?: unknown) => void;
}

/** A chat whose live queries have simulated values. Must be called at the top of a test file: it registers hooks. */
export function simulatedChat(): SimulatedChat {
  let company: Company;
  let device: Device;
  let values: Values;
  const pushed = new Map<number, { kind: string; give: () => void }>();

  beforeAll(async () => {
    company = await foundCompany('House of chats');
  });
  beforeEach(async () => {
    device = new Device((await theServer()).url);
    values = {
      turns: [turn()],
      answers: { t1: { answer: answer(), live: NOTHING_LIVE } },
      syncState: 'onServer',
      project: '',
      queued: null,
    };
    pushed.clear();
    device.overhear = (message, reply) => {
      const query = message.query as { kind: string; collection?: string; id?: string; turnId?: string } | undefined;
      if (message.live === undefined || !query) return false;
      const { live } = message;
      const valueOf = (): unknown =>
        query.kind === 'answer'
          ? (values.answers[query.turnId!] ?? { answer: null, live: NOTHING_LIVE })
          : query.kind === 'find' && query.collection === 'turns'
            ? values.turns
            : query.kind === 'one' && query.collection === 'threads'
              ? { ...THREAD, projectId: values.project && 'p' }
              : query.kind === 'one' && query.collection === 'projects' && values.project
                ? { ...BASE, id: 'p', abilities: [], title: values.project }
                : query.kind === 'syncState' && query.collection === 'turns'
                  ? values.syncState
                  : query.kind === 'outbox'
                    ? (values.queued ?? undefined)
                    : undefined;
      if (valueOf() === undefined) return false;
      const give = (): void => reply({ live, value: valueOf() });
      pushed.set(live, { kind: query.kind, give });
      give();
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
    push: (kind) => pushed.forEach((each) => each.kind === kind && each.give()),
    open: () => openPage({ device, person: company.owner, path: '/project-chat/chat' }),
    working: (live) => {
      values.turns = [turn({ state: 'EXECUTING' })];
      values.answers = { t1: { answer: null, live: { ...NOTHING_LIVE, ...live } } };
    },
    overhearCommand: (command, inputs, value = null) => {
      const { overhear } = device;
      device.overhear = (message, reply) => {
        const { id, path, argumentList } = message as {
          id?: string;
          path?: string[];
          argumentList?: { value: unknown }[];
        };
        if (path?.[0] !== 'run' || argumentList?.[0]?.value !== command) return overhear!(message, reply);
        inputs.push(argumentList[1]!.value);
        reply({ id, type: 'RAW', value });
        return true;
      };
    },
  };
}
