/** Chats for tests of the server: pushes threads and questions like devices, and reads their states and answers. */
import { newId, spaceOf } from '../../sync/model/ids';
import { turns, type Turn } from '../../sync/model/kinds/turns';
import type { Thread } from '../../sync/model/kinds/threads';
import type { Core, Person } from './core';

export const threadFields = (person: Person, at: number, more: Partial<Thread> = {}) => ({
  id: newId(at),
  space: spaceOf('person', person.actor.userId),
  kind: 'chat' as const,
  title: 'A chat',
  projectId: '',
  creatorId: person.actor.userId,
  status: '',
  body: '',
  shareRange: 'private' as const,
  createdAt: at,
  ...more,
});

export const turnFields = (person: Person, at: number, threadId: string, more: Partial<Turn> = {}) => ({
  id: newId(at),
  space: spaceOf('person', person.actor.userId),
  parentId: threadId,
  position: 0,
  followsId: '',
  creatorId: person.actor.userId,
  question: 'What did we decide about the budget?',
  context: [],
  fileIds: [],
  usesWeb: false,
  language: 'en',
  createdAt: at,
  ...turns.createdWith,
  ...more,
});

/** Pushes a question, in a new chat unless one is given. Throws the code of a refusal. */
export async function ask(
  core: Core,
  person: Person,
  question: Partial<Turn> = {},
  thread: Partial<Thread> = {},
): Promise<{ threadId: string; turnId: string }> {
  const must = async (refusal: Promise<string>): Promise<void> => {
    const code = await refusal;
    if (code) throw new Error(code);
  };
  let threadId = question.parentId;
  if (!threadId) {
    const made = threadFields(person, core.now(), thread);
    await must(person.refused('threads', null, made));
    threadId = made.id;
  }
  const made = turnFields(person, core.now(), threadId, {
    ...(thread.space ? { space: thread.space } : {}),
    ...question,
  });
  await must(person.refused('turns', null, made));
  return { threadId, turnId: made.id };
}
