/**
 * Live updates between the engines of several people, with the real server code: typing is readable elsewhere before it
 * is compacted, and it survives or disappears correctly if its author crashes, is rejected, or an update is lost.
 * Pushes can be paused, so that only live updates arrive.
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

let servers: Servers;
let server: ServerFixture;
let companies = 0;
const lines: Line[] = [];

beforeAll(async () => {
  servers = await openServers('pglite');
});
afterAll(() => servers.close());
beforeEach(async () => {
  server = new ServerFixture(servers.each, `c${(companies += 1)}`);
  for (const who of PEOPLE) await server.setPerson(who, true, []);
});
afterEach(async () => {
  const errors = await Promise.all(lines.splice(0).map((line) => line.end()));
  server.close();
  expect(errors.flat()).toEqual([]);
});

/** A person's device and its connection to the server. */
class Line {
  device: EngineDevice;
  /** number of next live events to drop on their way to this device */
  toDrop = 0;
  liveEventCount = 0;
  /** ids of the documents that this device has subscribed to */
  subscribed: string[] = [];
  private readonly before: EngineDevice[] = [];
  private paused: Promise<void> | null = null;
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

  /** Pauses pushes until the returned function is called. */
  pausePushes(): () => void {
    this.paused = new Promise((resolve) => {
      this.release = resolve;
    });
    return () => {
      this.release();
      this.paused = null;
    };
  }

  /** Kills the browser and reopens it. */
  async killAndReopen(): Promise<void> {
    this.before.push(this.device);
    await this.device.kill();
    this.release();
    this.paused = null;
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
    if (path.endsWith('/push') && this.paused)
      await Promise.race([
        this.paused,
        new Promise((resolve) => {
          init.signal?.addEventListener('abort', resolve, { once: true });
        }),
      ]);
    if (init.signal?.aborted) throw init.signal.reason;
    const answer = await server.serve(path, {
      ...init,
      signal: null,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${this.who}` },
    });
    if (path.endsWith('/live/subscribe'))
      this.subscribed = (JSON.parse(init.body as string) as { topics: { id: string }[] }).topics.map(({ id }) => id);
    return answer;
  }

  private stream(signal: AbortSignal): Response {
    let leave = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        let open = true;
        const write = (text: string): void => {
          if (!open) return;
          if (text.startsWith('event: live')) {
            this.liveEventCount += 1;
            if ((this.toDrop -= 1) >= 0) return;
          }
          controller.enqueue(new TextEncoder().encode(text));
        };
        const ended = (): void => {
          if (open) {
            open = false;
            controller.close();
          }
        };
        const end = server.listen(this.who, write, ended);
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

  /** Types at the end. Resolves when the update is durable. */
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
  const row = (await server.rows()).find(({ id }) => id === contentId);
  return row ? textOfState(fromBase64(String(row.data['state'] ?? ''))) : '';
};

/**
 * A meeting of Ann with a note of one line, which Ben may edit and Eve may read. Resolves to the ids of its text and
 * its project.
 */
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

/** Opens a text and waits for its subscription. */
async function openSubscribed(line: Line, contentId: string): Promise<Page> {
  const page = await Page.open(line, contentId);
  await eventually(() => line.subscribed.includes(contentId), 'the text is subscribed');
  return page;
}

test('every reader receives live updates, which are not stored', async () => {
  const [ann, ben, eve] = [await Line.open('ann'), await Line.open('ben'), await Line.open('eve')];
  const { id } = await meetingNote(ann, [ben, eve]);
  const writing = await Page.open(ann, id);
  ann.pausePushes();
  const [second, third] = [await openSubscribed(ben, id), await openSubscribed(eve, id)];
  for (const letter of ' quickly') await writing.type(letter);
  await second.reads(writing.words);
  await third.reads(writing.words);
  expect(await onServer(id)).toBe('Known.');
  // A reader has no log: after closing, the text is the replicated one.
  await third.close();
  expect(await eve.device.api.textOf(id, 'text')).toBe('Known.');
});

test('a reader without an editor receives typing live', async () => {
  const [ann, eve] = [await Line.open('ann'), await Line.open('eve')];
  const { id } = await meetingNote(ann, [eve]);
  const { api } = eve.device;
  let read = '';
  const end = await api.live({ kind: 'textChanges', contentId: id }, () => {
    void api.textOf(id, 'text').then((text) => {
      read = text;
    });
  });
  await eventually(() => eve.subscribed.includes(id), 'the text is subscribed');
  const writing = await Page.open(ann, id);
  ann.pausePushes();
  for (const letter of ' live') await writing.type(letter);
  await eventually(() => read === writing.words, `“${writing.words}” is read`);
  expect(await onServer(id)).toBe('Known.');
  end();
  await eventually(() => !eve.subscribed.includes(id), 'the subscription has ended');
  expect(await api.textOf(id, 'text')).toBe('Known.');
});

test('a reader who opens the text during typing receives the recent updates', async () => {
  const [ann, ben, eve] = [await Line.open('ann'), await Line.open('ben'), await Line.open('eve')];
  const { id } = await meetingNote(ann, [ben, eve]);
  const writing = await Page.open(ann, id);
  ann.pausePushes();
  await openSubscribed(ben, id);
  await writing.type(' already');
  await eventually(() => ben.liveEventCount > 0, 'the update was published');
  await (await Page.open(eve, id)).reads(writing.words);
});

test('the author crashes before compaction: readers receive the words again by replication, once', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await Page.open(ann, id);
  ann.pausePushes();
  const page = await openSubscribed(ben, id);
  await writing.type(' last words');
  const last = writing.words;
  await page.reads(last);
  await page.close();
  expect(await ben.device.api.textOf(id, 'text')).toBe('Known.');
  await ann.killAndReopen();
  await eventually(async () => (await ben.device.api.textOf(id, 'text')) === last, 'the words are replicated');
  expect((await Page.open(ben, id)).words).toBe(last);
  expect(await onServer(id)).toBe(last);
});

test('an update that depends on live updates carries them along, even if their author crashes', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await openSubscribed(ann, id);
  ann.pausePushes();
  const page = await openSubscribed(ben, id);
  // His log already has a row: it must add her words as dependencies of his next update.
  await page.type(' Well.');
  await writing.reads(page.words);
  await writing.type(' asked');
  await page.reads(writing.words);
  await page.type(' and answered');
  await writing.reads(page.words);
  const both = page.words;
  await page.close();
  await eventually(async () => (await onServer(id)) === both, 'the answer is on the server with what it answers');
  await ann.killAndReopen();
  await synced(ann.device.api);
  expect(await ann.device.api.textOf(id, 'text')).toBe(both);
  expect(await onServer(id)).toBe(both);
});

test('the author is rejected later: words that were only read disappear when the text is reopened; words in an answered text remain', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const [read, answered] = [await meetingNote(ann, [ben], 'Read'), await meetingNote(ann, [ben], 'Answered')];
  const release = ben.pausePushes();
  for (const { id } of [read, answered]) {
    const writing = await Page.open(ben, id);
    const page = await openSubscribed(ann, id);
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
  await until(ben.device.api, { kind: 'rejectedChanges' }, (items) => items.length > 0);
  expect((await Page.open(ann, read.id)).words).toBe('Known.');
  expect(await onServer(read.id)).toBe('Known.');
  expect(await onServer(answered.id)).toBe('Known. Refused by Ben');
});

test('after a lost live update, later ones wait for replication, and other devices do not log them', async () => {
  const [ann, ben] = [await Line.open('ann'), await Line.open('ben')];
  const { id } = await meetingNote(ann, [ben]);
  const writing = await Page.open(ann, id);
  const release = ann.pausePushes();
  const page = await openSubscribed(ben, id);
  const before = page.words;
  ben.toDrop = 1;
  const received = ben.liveEventCount;
  await writing.type(' lost');
  await eventually(() => ben.liveEventCount > received, 'it was sent');
  await writing.type(' behind');
  await eventually(() => ben.liveEventCount > received + 1, 'the next, too');
  expect(page.words).toBe(before);
  await page.type(' mine');
  await page.close();
  await synced(ben.device.api);
  const state = (await server.rows()).find((row) => row.id === id)!.data['state'] as string;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(state));
  expect([textOfState(fromBase64(state)), doc.store.pendingStructs]).toEqual([`${before} mine`, null]);
  const again = await Page.open(ben, id);
  release();
  await eventually(() => / lost behind/.test(again.words) && / mine/.test(again.words), 'all of it came');
});
