/** A chat with values of a test in place of those of the replica, so that each state of a question can be shown. */
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { Device } from './device';

export const BASE = { space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1 };
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
/** id of the person who asks the questions of `turn` */
let asker = 'me';

export const turn = (fields: Partial<Turn> = {}): Turn => ({
  ...BASE,
  id: 't1',
  abilities: [],
  parentId: 'chat',
  position: 0,
  followsId: '',
  creatorId: asker,
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

export const NOTHING_LIVE: LiveAnswer['live'] = { text: '', activity: null };

export interface ChatValues {
  turns: Turn[];
  answers: Record<string, LiveAnswer>;
  syncState: string;
  /** of the chat's project; '' outside projects */
  project: string;
  /** rows of the outbox; null: those of the device */
  queued: object[] | null;
}
export interface ScriptedChat {
  values: ChatValues;
  /** Gives the live queries of a kind their values again. */
  push: (kind: string) => void;
}

/**
 * Answers the live queries of a chat on a device: one question with its answer, unless the values are changed.
 * @param personId of the person who asked, and whose screens are open
 */
export function scriptedChat(device: Device, personId: string): ScriptedChat {
  asker = personId;
  const values: ChatValues = {
    turns: [turn()],
    answers: { t1: { answer: answer(), live: NOTHING_LIVE } },
    syncState: 'onServer',
    project: '',
    queued: null,
  };
  const pushed = new Map<number, { kind: string; give: () => void }>();
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
  return { values, push: (kind) => pushed.forEach((each) => each.kind === kind && each.give()) };
}
