/** Writes the demo's chats in the form that the chat feature stores after a question is answered. */
import { newId, spaceOf } from '../../../../sync/model/ids';
import type { AnswerSource, Citation } from '../../../../sync/model/kinds/answers';
import { LIMITS } from '../../../../sync/model/limits';
import { parseMarkdown } from '../../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../../sync/merge/note-text';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_CHATS, type DemoChat } from './chats';
import { DAY } from '../../../shared/demo-durations';
import { withMentions, writtenAt } from '../../../shared/demo-texts';

/** milliseconds from a question to its answer */
const ANSWERED_AFTER = 4_000;
/** UTF-16 units of an answer's beginning that the row of the chat has */
const BODY_MAX = 200;

export async function writeDemoChats(seed: DemoSeed): Promise<void> {
  for (const project of seed.projects) {
    const chat = DEMO_CHATS.find((each) => each.project === project.content.title);
    if (chat) await writeChat(seed, project, chat);
  }
}

async function writeChat(seed: DemoSeed, project: DemoSeed['projects'][number], chat: DemoChat): Promise<void> {
  const { tx, cast, platform } = seed;
  const at = platform.clock.now() - chat.daysAgo * DAY;
  const [threadId, turnId] = [newId(at), newId(at)];
  const space = spaceOf('project', project.id);
  const creatorId = cast.people[chat.by];
  const body = textOfBlocks(parseMarkdown(chat.answer.replace(/\[\^(?:\d+|\?)\]/g, '')));
  await tx.put(
    'threads',
    threadId,
    {
      space,
      kind: 'chat',
      title: chat.question,
      projectId: project.id,
      creatorId,
      status: 'SUCCEEDED',
      body: body.slice(0, BODY_MAX),
      shareRange: 'project',
      createdAt: at,
    },
    at,
  );
  await tx.put(
    'turns',
    turnId,
    {
      space,
      parentId: threadId,
      position: 0,
      followsId: '',
      creatorId,
      question: chat.question,
      context: [],
      fileIds: [],
      usesWeb: false,
      language: chat.language,
      state: 'SUCCEEDED',
      error: '',
      createdAt: at,
    },
    at,
  );
  const answeredAt = at + ANSWERED_AFTER;
  await tx.put(
    'answers',
    turnId,
    {
      space,
      threadId,
      text: chat.answer,
      ...cited(seed, project, chat),
      failed: [],
      leftOut: { turns: 0, passages: 0 },
      isClosest: false,
      isComplete: true,
      mode: 'model',
      provider: 'demo',
      model: 'Demo',
      answeredAt,
    },
    answeredAt,
  );
}

/** Returns the note as the only source, and its quotes. Throws if a quote is not in the note. */
export function cited(
  seed: DemoSeed,
  { id: projectId, content }: DemoSeed['projects'][number],
  chat: Pick<DemoChat, 'note' | 'quotes'>,
): { sources: AnswerSource[]; citations: Citation[] } {
  const note = content.notes.find(({ title }) => title === chat.note);
  const id = seed.documents.note.get(chat.note);
  if (!note || !id) throw new Error(`the demo has no note ${chat.note}`);
  const text = textOfBlocks(parseMarkdown(withMentions(note.markdown, seed))).slice(0, LIMITS.passage.max);
  for (const quote of chat.quotes) if (!text.includes(quote)) throw new Error(`${quote} is not in ${chat.note}`);
  return {
    sources: [
      {
        no: 1,
        kind: 'notes',
        id,
        partId: '',
        title: note.title,
        url: '',
        projectId,
        text,
        start: 0,
        at: -1,
        updatedAt: writtenAt(note, seed.platform.clock.now()),
      },
    ],
    citations: chat.quotes.map((quote, index) => ({ n: index + 1, source: 1, quote })),
  };
}
