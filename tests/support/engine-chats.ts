/** Chats on devices of the engine: questions that are asked, states and answers as the server writes them. */
import type { ReplicaApi } from '../../sync/engine/host/api';
import type { Commands } from '../../sync/engine/outbox/commands/commands';
import type { KindName } from '../../sync/model/kinds';
import { eventually, synced, type DeviceSetup, type EngineDevice } from './engine-device';
import type { EngineSuite } from './engine-suite';

type Question = Commands['chat.ask']['input'];

export const CHAT_KINDS: KindName[] = ['projects', 'threads', 'turns', 'answers'];
export const ASK: Question = {
  question: ' When is the\n launch? ',
  kind: 'chat',
  context: [],
  fileIds: [],
  usesWeb: false,
  language: 'en',
};

export function chatsOn(suite: EngineSuite) {
  const device = (setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> =>
    suite.device({ collections: CHAT_KINDS, ...setup });

  /** Asks, and waits until the server has the question. */
  const ask = async (api: ReplicaApi, input: Partial<Question> = {}) => {
    const ids = await api.run('chat.ask', { ...ASK, ...input });
    await eventually(() => suite.server.doc('turns', ids.turnId) !== null, 'the server has the question');
    await synced(api);
    return ids;
  };

  /** Writes an answer as the server does. */
  const putAnswer = (turnId: string, text: string, fields: Record<string, unknown> = {}): void => {
    const turn = suite.server.doc('turns', turnId)!;
    suite.server.put('answers', {
      id: turnId,
      space: turn.space,
      abilities: [],
      threadId: turn['parentId'],
      text,
      citations: [],
      sources: [],
      failed: [],
      leftOut: { turns: 0, passages: 0 },
      isClosest: false,
      isComplete: false,
      mode: 'model',
      provider: 'test',
      model: 'test',
      answeredAt: 1,
      ...fields,
    });
  };

  /** Writes the state of a question as the server does. */
  const setState = (id: string, state: string): void =>
    suite.server.put('turns', { ...suite.server.doc('turns', id)!, state });

  return { device, ask, putAnswer, setState };
}
