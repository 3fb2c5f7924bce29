/** Letters on the server: who may send some of which text, what is refused, and that nothing is kept of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { allPolicies } from '../../server/features';
import { syncRoutes } from '../../server/sync/routes';
import { createSync } from '../../server/sync/sync';
import { toBase64 } from '../../sync/merge/yjs';
import { meetingNoteId, newId } from '../../sync/model/ids';
import { LIVE_UPDATE_MAX_BYTES, syncCalls, SUBSCRIPTIONS_MAX } from '../../sync/protocol/messages';
import { Device } from '../support/caller';
import { openCore, type Core } from '../support/core';
import { describeOnEngines } from '../support/database';
import { typed } from '../support/typing';

const WORDS = toBase64(typed(new Uint8Array(), 'words').update);

describeOnEngines('letters', (engine) => {
  let core: Core;
  /** a note of Ann's and a meeting's note in a project to which Ben contributes and that Cho reads; a note that is private */
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
    const made = new Device({ routes: syncRoutes(core.sync), authenticator: core.authenticator });
    if (who) made.authorization = `Bearer ${who}`;
    return made;
  };
  const outcome = (who: string, contentId: string, update = WORDS): Promise<string> =>
    device(who)
      .call(syncCalls.liveUpdate, { contentId, update })
      .then(
        ({ heard }) => `heard: ${heard}`,
        (error: { code: string }) => error.code,
      );
  const standing = (): Promise<unknown> =>
    core.sync.store.read('c1', (tx) => tx.list('noteContents', { ids: Object.values(texts) }));

  it('are taken of whom a push of the text would be taken of, and nothing of them is kept', async () => {
    const before = await standing();
    const heard: unknown[] = [];
    const stop = core.platform.events.subscribe('letters', (letters) => heard.push(letters));
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
    expect(heard).toHaveLength(4);
    expect(heard).toContainEqual({
      companyId: 'c1',
      sessionId: 's-ben',
      space: expect.stringMatching(/^project:/) as string,
      contentId: texts.meeting,
      update: WORDS,
    });
    expect(await standing()).toEqual(before);
    expect(await outcome('ann', newId())).toBe(hidden);
  });

  it('are decodable and small, or refused', async () => {
    expect(await outcome('ann', texts.note, toBase64(new TextEncoder().encode('no update at all')))).toBe(
      'DOCUMENT_INVALID',
    );
    expect(await outcome('ann', texts.note, '!')).toBe('PARAM_ERROR');
    expect(await outcome('ann', texts.note, '')).toBe('PARAM_ERROR');
    const doc = new Y.Doc();
    doc.getText('').insert(0, 'x'.repeat(LIVE_UPDATE_MAX_BYTES));
    expect(await outcome('ann', texts.note, toBase64(Y.encodeStateAsUpdate(doc)))).toBe('PARAM_ERROR');
    expect(
      (
        await device('ann').refusal(syncCalls.subscribe, {
          texts: Array.from({ length: SUBSCRIPTIONS_MAX + 1 }, () => newId()),
        })
      ).code,
    ).toBe('PARAM_ERROR');
  });

  it('are taken no more from whom the right was taken', async () => {
    const [space] = ((await standing()) as { id: string; space: string }[])
      .filter(({ id }) => id === texts.meeting)
      .map((text) => text.space);
    await core.person('ann').call(projectCalls.setContributors, {
      projectId: space!.slice('project:'.length),
      userIds: [],
      departmentIds: [],
    });
    expect(await outcome('ben', texts.meeting)).toBe('DOCUMENT_NOT_FOUND');
  });

  it('are not even announced where this is all there is and nobody listens', async () => {
    const alone = Object.create(core.platform.events, { alone: { value: true } }) as typeof core.platform.events;
    const platform = Object.create(core.platform, { events: { value: alone } }) as typeof core.platform;
    const sync = createSync(platform, allPolicies(platform));
    const ann = { userId: 'ann', sessionId: 's-ann', companyId: 'c1', role: 'member', lang: 'en' } as const;
    expect(await sync.letters.pass(ann, { contentId: texts.note, update: WORDS })).toEqual({ heard: false });
    sync.close();
  });
});
