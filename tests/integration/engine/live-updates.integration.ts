/**
 * Letters between the engines of several people, on the real server code: what is typed is read elsewhere before it is folded, and what
 * becomes of it when its writer dies, is refused, or a letter gets lost. Pushes can be held back, so that only letters arrive.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { meetingNoteId } from '../../../sync/model/ids';
import type { OpenText } from '../../../sync/engine/text/open-text';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { ServerFixture } from '../../support/fuzz/server-fixture';
import { openServers, type Servers } from '../../support/fuzz/servers';
import { typed } from '../../support/typing';

const PEOPLE = ['ann', 'ben', 'eve'];

let grounds: Servers;
let house: ServerFixture;
let companies = 0;
const lines: Line[] = [];

beforeAll(async () => {
  grounds = await openServers('pglite');
});
afterAll(() => grounds.close());
beforeEach(async () => {
  house = new ServerFixture(grounds.each, `c${(companies += 1)}`);
  for (const who of PEOPLE) await house.setPerson(who, true, []);
});
afterEach(async () => {
  const errors = await Promise.all(lines.splice(0).map((line) => line.end()));
  house.close();
  expect(errors.flat()).toEqual([]);
});

/** A person's device and its line to the server. */
class Line {
  device: EngineDevice;
  /** letters that still get lost on their way to this device */
  losing = 0;
  letters = 0;
  /** texts whose letters come to this device, as the server was told */
  watching: string[] = [];
  private readonly before: EngineDevice[] = [];
  private held: Promise<void> | null = null;
  private release = (): void => {};
  private readonly streams = new Set<() => void>();

  private constructor(private readonly who: string) {
    this.device = engineDevice({ fetch: (input, init) => this.fetch(input, init) });
  }

  static async open(who: string): Promise<Line> {
    const line = new Line(who);
    lines.push(line);
    await line.device.api.open({ refresh: true });
    await synced(line.device.api);
    return line;
  }

  /** Nothing is pushed until the function it gives is called. */
  hold(): () => void {
    this.held = new Promise((resolve) => {
      this.release = resolve;
    });
    return () => {
      this.release();
      this.held = null;
    };
  }

  /** The browser is killed and opened again. */
  async killed(): Promise<void> {
    this.before.push(this.device);
    await this.device.kill();
    this.release();
    this.held = null;
    this.device = this.device.reopen();
    await this.device.api.open({ refresh: false });
  }

  async end(): Promise<unknown[]> {
    this.release();
    await this.device.close();
    for (const leave of this.streams) leave();
    return [...this.before, this.device].flatMap(({ errors }) => errors);
  }

  private async fetch(input: string, init: RequestInit): Promise<Response> {
    const path = input.replace(/^https?:\/\/[^/]+/, '');
    if (path === '/api/core/sync/stream') return this.stream(init.signal!);
    if (path.endsWith('/push') && this.held)
      await Promise.race([
        this.held,
        new Promise((resolve) => {
          init.signal?.addEventListener('abort', resolve, { once: true });
        }),
      ]);
    if (init.signal?.aborted) throw init.signal.reason;
    const answer = await house.serve(path, {
      ...init,
      signal: null,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${this.who}` },
    });
    if (path.endsWith('/watching')) this.watching = (JSON.parse(init.body as string) as { texts: string[] }).texts;
    return answer;
  }

  private stream(signal: AbortSignal): Response {
    let leave = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        let open = true;
        const write = (text: string): void => {
          if (!open) return;
          if (text.startsWith('event: letters')) {
            this.letters += 1;
            if ((this.losing -= 1) >= 0) return;
          }
          controller.enqueue(new TextEncoder().encode(text));
        };
        const ended = (): void => {
          if (open) {
            open = false;
            controller.close();
          }
        };
        const end = house.listen(this.who, write, ended);
        leave = () => {
          open = false;
          this.streams.delete(leave);
          end();
        };
        this.streams.add(leave);
        signal.addEventListener(
          'abort',
          () => {
            if (open) {
              leave();
              controller.error(signal.reason);
            }
          },
          { once: true },
        );
      },
      cancel: () => leave(),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** An editor of a text. */
class Page {
  readonly doc = new Y.Doc();
  private text!: OpenText;

  static async open({ device }: Line, contentId: string): Promise<Page> {
    const page = new Page();
    page.text = await device.api.openText(contentId, (update) => Y.applyUpdate(page.doc, update));
    Y.applyUpdate(page.doc, page.text.state);
    return page;
  }

  get words(): string {
    return textOfState(Y.encodeStateAsUpdate(this.doc));
  }

  /** Types at the end. Resolves when it is durable. */
  async type(words: string): Promise<void> {
    const { update } = typed(Y.encodeStateAsUpdate(this.doc), words, this.words.length);
    Y.applyUpdate(this.doc, update);
    await this.text.append(update);
  }

  reads(words: string): Promise<void> {
    return eventually(() => this.words === words, `“${words}” is read, not “${this.words}”`);
  }

  close(): Promise<void> {
    return this.text.close();
  }
}

const onServer = async (contentId: string): Promise<string> => {
  const row = (await house.rows()).find(({ id }) => id === contentId);
  return row ? textOfState(fromBase64(String(row.data['state'] ?? ''))) : '';
};

/** A meeting of Ann's whose note Ben writes, too, and Eve reads; it has one line. Gives the ids of its text and its project. */
async function meetingNote(ann: Line, others: Line[], title = 'Standup'): Promise<{ id: string; projectId: string }> {
  const { api } = ann.device;
  const { id: projectId } = await api.run('project.create', { title });
  await api.run('project.contributors', { id: projectId, userIds: ['ben'], departmentIds: [] });
  await api.run('project.share', { id: projectId, shareRange: 'customize', userIds: ['eve'], departmentIds: [] });
  const meeting = await api.run('meeting.create', { projectId, title, type: 'record', language: 'en' });
  const id = meetingNoteId(meeting.id);
  const page = await Page.open(ann, id);
  await page.type('Known.');
  await page.close();
  await synced(api);
  for (const { device } of others)
    await until(
      device.api,
      { kind: 'one', collection: 'noteContents', id },
      (content) => content !== null && content.state !== '',
    );
  return { id, projectId };
}

/** Opens a text whose letters come from then on. */
async function reading(line: Line, contentId: string): Promise<Page> {
  const page = await Page.open(line, contentId);
  await eventually(() => line.watching.includes(contentId), 'the server knows that it is open');
  return page;
}

test('whoever may read it reads it at once, and it is nowhere else', async () => {
  const [ann, ben, eve] = [await Line.open('ann'), await Line.open('ben'), await Line.open('eve')];
  const { id } = await meetingNote(ann, [ben, eve]);
  const writing = await Page.open(ann, id);
  ann.hold();
  const [second, third] = [await reading(ben, id), await reading(eve, id)];
  for (const letter of ' quickly') await writing.type(letter);
  await second.reads(writing.words);
  await third.reads(writing.words);
  expect(await onServer(id)).toBe('Known.');
  // who only reads has nothing to fold: closed, it is gone until it comes by replication
  await third.close();
  expect(await eve.device.api.textOf(id, 'text')).toBe('Known.');
});

test('the writer dies before anything is folded: who reads it has it again with replication, once', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await Page.open(ann, id);
  ann.hold();
  const page = await reading(ben, id);
  await writing.type(' last words');
  const last = writing.words;
  await page.reads(last);
  await page.close();
  const again = await Page.open(ben, id);
  expect(again.words).toBe('Known.');
  await ann.killed();
  await again.reads(last);
  expect(await onServer(id)).toBe(last);
});

test('who types on in words that are on their way carries them along, whatever becomes of their writer', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await reading(ann, id);
  ann.hold();
  const page = await reading(ben, id);
  // his log has begun: what it holds of hers must come in with what he types next
  await page.type(' Well.');
  await writing.reads(page.words);
  await writing.type(' asked');
  await page.reads(writing.words);
  await page.type(' and answered');
  await writing.reads(page.words);
  const both = page.words;
  await page.close();
  await eventually(async () => (await onServer(id)) === both, 'the answer is on the server with what it answers');
  await ann.killed();
  await synced(ann.device.api);
  expect(await ann.device.api.textOf(id, 'text')).toBe(both);
  expect(await onServer(id)).toBe(both);
});

test('the writer is refused later: read words go when the text is opened again; those somebody answered stay', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const [read, answered] = [await meetingNote(ann, [ben], 'Read'), await meetingNote(ann, [ben], 'Answered')];
  const release = ben.hold();
  for (const { id } of [read, answered]) {
    const writing = await Page.open(ben, id);
    const page = await reading(ann, id);
    await writing.type(' Refused');
    await page.reads('Known. Refused');
    if (id === answered.id) await page.type(' by Ben');
    await writing.close();
    await page.close();
  }
  for (const { projectId } of [read, answered])
    await ann.device.api.run('project.contributors', { id: projectId, userIds: [], departmentIds: [] });
  await synced(ann.device.api);
  release();
  await until(ben.device.api, { kind: 'attention' }, (items) => items.length > 0);
  expect((await Page.open(ann, read.id)).words).toBe('Known.');
  expect(await onServer(read.id)).toBe('Known.');
  expect(await onServer(answered.id)).toBe('Known. Refused by Ben');
});

test('a letter gets lost: those behind it wait for replication, and nobody else files them', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await Page.open(ann, id);
  const release = ann.hold();
  const page = await reading(ben, id);
  const before = page.words;
  ben.losing = 1;
  const heard = ben.letters;
  await writing.type(' lost');
  await eventually(() => ben.letters > heard, 'it set out');
  await writing.type(' behind');
  await eventually(() => ben.letters > heard + 1, 'the next, too');
  expect(page.words).toBe(before);
  await page.type(' mine');
  await page.close();
  await synced(ben.device.api);
  const state = (await house.rows()).find((row) => row.id === id)!.data['state'] as string;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(state));
  expect([textOfState(fromBase64(state)), doc.store.pendingStructs]).toEqual([`${before} mine`, null]);
  const again = await Page.open(ben, id);
  release();
  await eventually(() => / lost behind/.test(again.words) && / mine/.test(again.words), 'all of it came');
});
