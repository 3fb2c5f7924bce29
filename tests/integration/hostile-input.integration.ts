/**
 * Texts that imitate something else (markup, SQL, control characters): they are found, stored and returned as text, or
 * refused; never an error of the server.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { expectedError } from '../../server/platform/http/answers';
import { newId } from '../../sync/model/ids';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const HOSTILE = [
  `'; drop table sync_doc; --`,
  `' or '1'='1`,
  `") or true --`,
  '$1',
  ':name',
  '%',
  '_',
  '\\',
  '\\%',
  '100% _done_',
  'a\u0000b',
  '\u0000',
  '\ud800 alone',
  '{"$gt":""}',
  '🧑‍💻'.repeat(40),
  '<script>alert(1)</script>',
];

describeOnDatabase('hostile texts', (engine) => {
  let core: Core;
  let ann: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    ann = core.person('ann');
  });
  afterAll(() => core.close());

  const outcome = async (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      const known = expectedError(error);
      if (known && known.status < 500) return null;
      throw error;
    });

  it.each(HOSTILE)('%j in titles and texts', async (text) => {
    const project = (await outcome(ann.call(projectCalls.create, { title: text, description: text }))) as {
      id: string;
      title: string;
      description: string;
    } | null;
    if (project) expect((await ann.call(projectCalls.get, { id: project.id })).title).toBe(project.title);
    const home = project ?? (await ann.call(projectCalls.create, { title: `Home ${newId()}` }));
    await outcome(ann.call(noteCalls.save, { projectId: home.id, title: text, content: `${text}\n\n${text}` }));
    await outcome(ann.call(meetingCalls.create, { projectId: home.id, title: text }));
    const { id } = await ann.call(meetingCalls.create, { projectId: home.id, title: 'Meeting' });
    await outcome(ann.call(meetingCalls.createParticipant, { meetingId: id, name: text }));
    await outcome(ann.call(meetingCalls.createNote, { meetingId: id, content: text }));
    await outcome(
      ann.push('notes', null, {
        id: newId(),
        space: `project:${home.id}`,
        projectId: home.id,
        title: text,
        snippet: text,
        type: 'note',
        creatorId: 'ann',
        shareRange: 'project',
        words: 0,
        characters: 0,
        createdAt: 1,
      }),
    );
    for (const call of [projectCalls.search, meetingCalls.myPage, meetingCalls.myLatest] as const)
      await outcome(ann.call(call, { titleLike: text }));
    await outcome(ann.call(projectCalls.searchNotes, { projectId: home.id, titleLike: text }));
    await outcome(ann.call(projectCalls.get, { id: text }));
  });

  it('a text with U+0000 loses it in titles and in the summary of a note', async () => {
    const project = await ann.call(projectCalls.create, { title: `Nul\u0000l ${newId()}` });
    expect(project.title).toMatch(/^Null /);
    const note = await ann.call(noteCalls.save, {
      projectId: project.id,
      title: 'A\u0000B',
      content: 'first\u0000second',
    });
    expect([note.title, note.snippet]).toEqual(['AB', 'first\ufffdsecond']);
  });

  it('names and titles are one line without invisible or direction-changing characters; descriptions keep their lines', async () => {
    const project = await ann.call(projectCalls.create, {
      title: `Plan\r\nB ${newId()}\u202e`,
      description: 'one\r\ntwo\u2066',
    });
    expect(project.title).toMatch(/^Plan B \w+$/);
    expect(project.description).toBe('one\ntwo');
    const note = await ann.call(noteCalls.save, { projectId: project.id, title: '👩‍👩‍👧\n❤️', content: 'x' });
    expect(note.title).toBe('👩‍👩‍👧 ❤️');
    await expect(
      ann.call(noteCalls.save, { projectId: project.id, title: '\u3164\u200b', content: 'x' }),
    ).rejects.toMatchObject({ status: 400 });
    const { id } = await ann.call(meetingCalls.create, { projectId: project.id, title: 'Stand\nup' });
    expect((await ann.call(meetingCalls.createParticipant, { meetingId: id, name: 'Mina\u2028Park\u202d' })).name).toBe(
      'Mina Park',
    );
  });

  it('wildcards in a search are literal characters', async () => {
    const plain = await ann.call(projectCalls.create, { title: `Plain ${newId()}` });
    const percent = await ann.call(projectCalls.create, { title: `Half 50% ${newId()}` });
    const found = async (titleLike: string) =>
      (await ann.call(projectCalls.search, { titleLike, pageSize: 100 })).list.map((p) => p.id);
    expect(await found('50%')).toEqual([percent.id]);
    for (const titleLike of ['%', '_', '\\']) expect(await found(titleLike), titleLike).not.toContain(plain.id);
    expect(await found('plain')).toContain(plain.id);
  });
});
