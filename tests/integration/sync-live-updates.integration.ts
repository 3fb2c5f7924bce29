/** Live channels on the server: permissions, errors, recent events, and that nothing is stored. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { allPolicies } from '../../server/features';
import { createLive } from '../../server/live/live';
import { liveRoutes } from '../../server/live/routes';
import { createSync } from '../../server/sync/sync';
import { toBase64 } from '../../sync/merge/yjs';
import { meetingNoteId, newId } from '../../sync/model/ids';
import { LIVE_TOPICS_MAX, LIVE_UPDATE_MAX_BYTES, liveCalls, topicKey, type LiveData } from '../../sync/protocol/live';
import { Device } from '../support/caller';
import { openCore, type Core } from '../support/core';
import { describeOnEngines } from '../support/database';
import { typed } from '../support/typing';
import { updateOfCollected } from '../support/yjs-updates';

const WORDS = toBase64(typed(new Uint8Array(), 'words').update);

describeOnEngines('live channels', (engine) => {
  let core: Core;
  /** a note of Ann's; a meeting's note in a project to which Ben contributes and that Cho reads; a private note */
  const texts = { note: '', meeting: '', private: '' };
  beforeAll(async () => {
    core = await openCore(engine);
    const ann = core.person('ann');
    const project = await ann.call(projectCalls.create, { title: 'Shared' });
    await ann.call(projectCalls.setContributors, { projectId: project.id, userIds: ['ben'], departmentIds: [] });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'customize', userIds: ['cho'] });
    texts.note = (await ann.call(noteCalls.save, { projectId: project.id, title: 'Note', content: 'x' })).id;
    const meeting = await ann.call(meetingCalls.create, { title: 'Meeting', projectId: project.id });
    await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'x' });
    texts.meeting = meetingNoteId(meeting.id);
    texts.private = (
      await ann.call(noteCalls.save, {
        projectId: (await ann.call(projectCalls.create, { title: 'Private' })).id,
        title: 'Note',
        content: 'x',
      })
    ).id;
  });
  afterAll(() => core.close());

  const device = (who: string): Device => {
    const made = new Device({ routes: liveRoutes(core.live), authenticator: core.authenticator });
    if (who) made.authorization = `Bearer ${who}`;
    return made;
  };
  const outcome = (who: string, contentId: string, update = WORDS): Promise<string> =>
    device(who)
      .call(liveCalls.update, { contentId, update })
      .then(
        ({ heard }) => `heard: ${heard}`,
        (error: { code: string }) => error.code,
      );
  const stored = (): Promise<unknown> =>
    core.sync.store.read('c1', (tx) => tx.list('noteContents', { ids: Object.values(texts) }));

  it('accept an update from every person whose push of the text is accepted, and store nothing', async () => {
    const before = await stored();
    const published: unknown[] = [];
    const stop = core.platform.events.subscribe('live', (event) => published.push(event));
    const matrix = await Promise.all(
      (['note', 'meeting', 'private'] as const).map(async (name) => [
        name,
        Object.fromEntries(
          await Promise.all(
            ['ann', 'ben', 'cho', 'dee', 'zoe', ''].map(async (who) => [
              who || 'nobody',
              await outcome(who, texts[name]),
            ]),
          ),
        ),
      ]),
    );
    stop();
    const [may, hidden] = ['heard: true', 'DOCUMENT_NOT_FOUND'];
    const strangers = { dee: hidden, zoe: hidden, nobody: 'USER_NOT_LOGIN' };
    expect(Object.fromEntries(matrix)).toEqual({
      note: { ann: may, ben: 'NO_PERMISSION', cho: 'NO_PERMISSION', ...strangers },
      meeting: { ann: may, ben: may, cho: 'NO_PERMISSION', ...strangers },
      private: { ann: may, ben: hidden, cho: hidden, ...strangers },
    });
    expect(published).toHaveLength(4);
    expect(published).toContainEqual({
      companyId: 'c1',
      author: { userId: 'ben', sessionId: 's-ben', role: 'member' },
      space: expect.stringMatching(/^project:/) as string,
      topic: { collection: 'noteContents', id: texts.meeting },
      event: { type: 'update', update: WORDS },
    });
    expect(await stored()).toEqual(before);
    expect(await outcome('ann', newId())).toBe(hidden);
  });

  it('refuse an update that is not decodable or too large, and too many topics', async () => {
    expect(await outcome('ann', texts.note, toBase64(new TextEncoder().encode('no update at all')))).toBe(
      'DOCUMENT_INVALID',
    );
    const unreadable = updateOfCollected([Number.MAX_SAFE_INTEGER, 1]);
    expect(await outcome('ann', texts.note, toBase64(unreadable))).toBe('DOCUMENT_INVALID');
    expect(await outcome('ann', texts.note, '!')).toBe('PARAM_ERROR');
    expect(await outcome('ann', texts.note, '')).toBe('PARAM_ERROR');
    const doc = new Y.Doc();
    doc.getText('').insert(0, 'x'.repeat(LIVE_UPDATE_MAX_BYTES));
    expect(await outcome('ann', texts.note, toBase64(Y.encodeStateAsUpdate(doc)))).toBe('PARAM_ERROR');
    expect(
      (
        await device('ann').refusal(liveCalls.subscribe, {
          topics: Array.from({ length: LIVE_TOPICS_MAX + 1 }, () => ({ collection: 'notes' as const, id: newId() })),
        })
      ).code,
    ).toBe('PARAM_ERROR');
  });

  it('keep recent events for later subscribers, and check the access of each subscriber at that time', async () => {
    const ann = core.person('ann');
    const open = (who: string) => listen(core, who, (topics) => device(who).call(liveCalls.subscribe, { topics }));
    const project = await ann.call(projectCalls.create, { title: 'Open' });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'company' });
    const meeting = await ann.call(meetingCalls.create, { title: 'Transcribed', projectId: project.id });
    const topic = { collection: 'meetings', id: meeting.id } as const;
    for (const progress of [0.1, 0.5])
      await core.live.channels.publish({ companyId: 'c1', ...topic }, { type: 'progress', progress });
    const dee = await open('dee');
    await dee.subscribe([topic]);
    expect(await dee.next()).toEqual({ topic, event: { type: 'progress', progress: 0.5 } });
    await core.live.channels.publish({ companyId: 'c1', ...topic }, { type: 'progress', progress: 0.7 });
    expect(await dee.next()).toEqual({ topic, event: { type: 'progress', progress: 0.7 } });
    // the meeting becomes invisible to her; the later event of another document proves that none of its events was sent
    // before
    const other = { collection: 'projects', id: project.id } as const;
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'private' });
    await core.live.channels.publish({ companyId: 'c1', ...topic }, { type: 'progress', progress: 0.9 });
    await core.live.channels.publish({ companyId: 'c1', ...other }, { type: 'progress', progress: 1 });
    await dee.subscribe([other]);
    expect(await dee.next()).toEqual({ topic: other, event: { type: 'progress', progress: 1 } });
    await dee.subscribe([topic, other]);
    await core.live.channels.publish({ companyId: 'c1', ...other }, { type: 'progress', progress: 0.2 });
    expect(await dee.next()).toEqual({ topic: other, event: { type: 'progress', progress: 0.2 } });
    const zoe = await open('zoe');
    await zoe.subscribe([topic, other]);
    await core.live.channels.publish({ companyId: 'c1', ...other }, { type: 'progress', progress: 0.3 });
    expect(await dee.next()).toEqual({ topic: other, event: { type: 'progress', progress: 0.3 } });
    expect(zoe.waiting()).toEqual([]);
    for (const each of [dee, zoe]) each.end();
  });

  it('know that a document is watched from the answer of a browser, not from its open connection', async () => {
    const topic = { collection: 'noteContents', id: texts.note } as const;
    const dee = await listen(core, 'dee', (topics) => device('dee').call(liveCalls.subscribe, { topics }));
    await dee.subscribe([topic]);
    const watched = core.live.channels.isWatching('c1', topic, 'dee');
    const question = await dee.next();
    expect(question).toMatchObject({ topic, event: { type: 'watching' } });
    const { askId } = question.event as { askId: string };
    await device('ann').call(liveCalls.watching, { askId });
    await device('dee').call(liveCalls.watching, { askId });
    expect(await watched).toBe(true);
    expect((await device('').refusal(liveCalls.watching, { askId })).code).toBe('USER_NOT_LOGIN');
    expect((await device('dee').refusal(liveCalls.watching, { askId: 'no id' })).code).toBe('PARAM_ERROR');
    // the browser is gone, and the connection does not know it yet
    expect(await core.live.channels.isWatching('c1', topic, 'dee')).toBe(false);
    expect(await dee.next()).toMatchObject({ topic, event: { type: 'watching' } });
    dee.end();
  });

  /** Live channels whose checks of the authors of updates can be watched, and Ann's event stream on them. */
  const watched = async (onCheck: () => void) => {
    const query: typeof core.platform.query = (statement) => {
      if (statement.name === 'live_text') onCheck();
      return core.platform.query(statement);
    };
    const sync = createSync(core.platform, allPolicies(core.platform));
    const live = createLive(Object.create(core.platform, { query: { value: query } }) as typeof core.platform, sync);
    const ann = core.person('ann').actor;
    const reader = await listen({ ...core, sync } as Core, 'ann', (topics) =>
      Promise.resolve(live.channels.subscribe(ann, topics)),
    );
    const close = (): void => {
      reader.end();
      live.close();
      sync.close();
    };
    return { live, reader, close };
  };

  it('check the author of recent updates once, however many there are', async () => {
    let checks = 0;
    const { live, reader, close } = await watched(() => (checks += 1));
    const ben = core.person('ben').actor;
    for (let n = 0; n < 20; n += 1)
      await live.texts.send(ben, {
        contentId: texts.meeting,
        update: toBase64(typed(new Uint8Array(), `${n}`).update),
      });
    expect(checks).toBe(20);
    await reader.subscribe([{ collection: 'noteContents', id: texts.meeting }]);
    for (let n = 0; n < 20; n += 1) expect((await reader.next()).event.type).toBe('update');
    expect(checks).toBe(21);
    close();
  });

  it('send no progress that was replaced while the author of an update was checked', async () => {
    const topic = { collection: 'noteContents', id: texts.meeting } as const;
    const publish = (progress: number): Promise<void> =>
      live.channels.publish(
        { companyId: 'c1', ...topic },
        { type: 'progress', progress },
        { space: 'a space that Ann does not see: later progress is sent as a recent event' },
      );
    let onCheck = (): void => undefined;
    const { live, reader, close } = await watched(() => onCheck());
    await live.texts.send(core.person('ben').actor, { contentId: texts.meeting, update: WORDS });
    await publish(0.1);
    onCheck = () => void publish(0.9);
    await reader.subscribe([topic]);
    expect((await reader.next()).event.type).toBe('update');
    expect((await reader.next()).event).toEqual({ type: 'progress', progress: 0.9 });
    close();
  });

  it('refuse updates of a person who lost the permission to write', async () => {
    const [space] = ((await stored()) as { id: string; space: string }[])
      .filter(({ id }) => id === texts.meeting)
      .map((text) => text.space);
    await core.person('ann').call(projectCalls.setContributors, {
      projectId: space!.slice('project:'.length),
      userIds: [],
      departmentIds: [],
    });
    expect(await outcome('ben', texts.meeting)).toBe('DOCUMENT_NOT_FOUND');
  });

  it('publish nothing if there is no other process and no subscriber', async () => {
    const alone = Object.create(core.platform.events, { alone: { value: true } }) as typeof core.platform.events;
    const platform = Object.create(core.platform, { events: { value: alone } }) as typeof core.platform;
    const sync = createSync(platform, allPolicies(platform));
    const live = createLive(platform, sync);
    const ann = { userId: 'ann', sessionId: 's-ann', companyId: 'c1', role: 'member', lang: 'en' } as const;
    expect(await live.texts.send(ann, { contentId: texts.note, update: WORDS })).toEqual({ heard: false });
    live.close();
    sync.close();
  });
});

/**
 * An event stream of a person, without a network. `subscribe` resolves when the stream has accepted the topics. Leaves
 * out an event that repeats the one before it of its topic: recent events come again after an announcement that the
 * person's access has changed, which follows the change by some milliseconds.
 */
async function listen(
  core: Core,
  who: string,
  subscribe: (topics: LiveData['topic'][]) => Promise<unknown>,
): Promise<{
  subscribe(topics: LiveData['topic'][]): Promise<unknown>;
  next(): Promise<LiveData>;
  waiting(): LiveData[];
  end(): void;
}> {
  const messages: LiveData[] = [];
  const latest = new Map<string, string>();
  let wake = (): void => {};
  const receive = (data: string): void => {
    const message = JSON.parse(data) as LiveData;
    const key = topicKey(message.topic);
    if (latest.get(key) !== data) messages.push(message);
    latest.set(key, data);
  };
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => response,
    write: (text: string) => {
      const [, data] = /^event: live\ndata: (.*)\n\n$/.exec(text) ?? [];
      if (data) receive(data);
      wake();
      return true;
    },
    end: () => undefined,
    destroy: () => undefined,
  });
  core.sync.stream.handle(
    new EventEmitter() as IncomingMessage,
    response as unknown as ServerResponse,
    core.person(who).actor,
  );
  return {
    subscribe,
    waiting: () => messages,
    end: () => void response.emit('close'),
    async next() {
      while (messages.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return messages.shift()!;
    },
  };
}
