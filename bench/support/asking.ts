/** People who ask as devices do: the question is pushed, the answer comes by the event stream. */
import { newId, spaceOf } from '../../sync/model/ids';
import { threads } from '../../sync/model/kinds/threads';
import { turns } from '../../sync/model/kinds/turns';
import { liveCalls, type LiveEvent } from '../../sync/protocol/live';
import type { SignedIn } from './asked-server';
import { openLiveStream, type LiveStream } from './live-stream';
import { Person } from './person';

/** One question. Times by `performance.now`. */
export interface Asked {
  turnId: string;
  /** the push was sent */
  askedAt: number;
  /** the first piece of the answer arrived; 0: none yet */
  firstAt: number;
  /** moments of all pieces */
  pieces: number[];
  text: string;
}

export class AskingPerson {
  private readonly asked = new Map<string, Asked>();
  private stream: LiveStream | null = null;

  private constructor(
    private readonly person: Person,
    private readonly onText: (asked: Asked) => void,
  ) {}

  /** Opens the person's event stream. */
  static async open(url: string, signedIn: SignedIn, onText: (asked: Asked) => void): Promise<AskingPerson> {
    const asking = new AskingPerson(Person.signedIn(url, signedIn), onText);
    asking.stream = await openLiveStream(url, signedIn, (event, id) => asking.take(event, id));
    return asking;
  }

  /** Asks in a new chat, whose answer the person watches. */
  async ask(question: string): Promise<Asked> {
    const { person } = this;
    const now = Date.now();
    const [threadId, turnId] = [newId(now), newId(now)];
    const space = spaceOf('person', person.userId);
    const asked: Asked = { turnId, askedAt: 0, firstAt: 0, pieces: [], text: '' };
    this.asked.set(turnId, asked);
    await person.call(liveCalls.subscribe, { topics: [{ collection: 'turns', id: turnId }] });
    await person.push('threads', [
      person.made(threadId, {
        space,
        kind: 'chat',
        title: question,
        projectId: '',
        creatorId: person.userId,
        shareRange: 'private',
        createdAt: now,
        ...threads.createdWith,
      }),
    ]);
    asked.askedAt = performance.now();
    await person.push('turns', [
      person.made(turnId, {
        space,
        parentId: threadId,
        position: 0,
        followsId: '',
        creatorId: person.userId,
        question,
        context: [],
        fileIds: [],
        usesWeb: false,
        language: 'en',
        createdAt: now,
        ...turns.createdWith,
      }),
    ]);
    return asked;
  }

  close(): void {
    this.stream?.close();
  }

  private take(event: LiveEvent, id: string): void {
    const asked = this.asked.get(id);
    if (!asked || event.type !== 'text' || event.text === '') return;
    const at = performance.now();
    asked.firstAt ||= at;
    asked.pieces.push(at);
    asked.text = asked.text.slice(0, event.from) + event.text;
    this.onText(asked);
  }
}
