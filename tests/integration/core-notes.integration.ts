/** Notes of projects: permissions of each person, their order of arrival, and their public page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { newId } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('projects and notes', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let dee: Person;
  let zoe: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho, dee, zoe] = core.people('ann', 'ben', 'cho', 'dee', 'zoe');
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Project ${(n += 1)} of ${engine}`;
  const project = (by = ann) => by.call(projectCalls.create, { title: title(), description: '' });

  it('let others read a note, but only its creator edit, move and share it', async () => {
    const made = await project();
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    await ann.call(projectCalls.setShare, { projectId: made.id, shareRange: 'customize', userIds: ['dee'] });
    const note = await ben.call(noteCalls.save, { projectId: made.id, title: 'Ben’s', content: '# Hello\n\nworld' });
    expect(note).toMatchObject({
      creatorId: 'ben',
      snippet: 'Hello world',
      words: 2,
      content: expect.stringContaining('Hello'),
    });
    expect((await dee.call(noteCalls.get, { id: note.id })).content).toContain('world');
    expect(await code(ann.refusal(noteCalls.save, { projectId: made.id, noteId: note.id, title: 'Ann’s' }))).toBe(
      'NOTE_EDIT_DENIED',
    );
    expect(await code(dee.refusal(noteCalls.save, { projectId: made.id, title: 'A viewer’s' }))).toBe('NO_PERMISSION');
    expect(await code(cho.refusal(noteCalls.save, { projectId: made.id, title: 'A stranger’s' }))).toBe(
      'PROJECT_NOT_FOUND',
    );
    expect((await ben.refusal(noteCalls.save, { projectId: made.id, title: '   ' })).details.fieldErrors).toEqual({
      title: 'NOTE_TITLE_REQUIRED',
    });
    expect(
      (await ben.refusal(noteCalls.save, { projectId: made.id, title: 'あ'.repeat(121) })).details.fieldErrors,
    ).toEqual({ title: 'NOTE_TITLE_TOO_LONG' });
    const row = (await ann.sees('notes', note.id))!;
    expect(await ann.refused('notes', row, { title: 'Ann’s' })).toBe('NO_PERMISSION');
    const content = (await ann.sees('noteContents', note.id))!;
    const update = toBase64(stateFromMarkdown('typed'));
    expect(await ann.refused('noteContents', content, { update })).toBe('NO_PERMISSION');
    expect(await ben.refused('noteContents', content, { update })).toBe('');
    expect((await ben.call(noteCalls.get, { id: note.id })).content).toContain('typed');
    expect(
      (await dee.call(projectCalls.searchNotes, { projectId: made.id, titleLike: 'ben' })).list.map((x) => x.id),
    ).toEqual([note.id]);

    const target = await project(ben);
    expect(
      await code(
        ben.refusal(noteCalls.save, { projectId: (await project(zoe)).id, noteId: note.id, title: 'moved out' }),
      ),
    ).toMatch(/NOT_FOUND/);
    await ben.call(noteCalls.save, { projectId: target.id, noteId: note.id, title: 'moved' });
    expect([await ann.sees('notes', note.id), await ann.sees('noteContents', note.id)]).toEqual([null, null]);
    expect((await ben.call(noteCalls.get, { id: note.id })).content).toContain('typed');
    expect(await code(cho.refusal(noteCalls.remove, { id: note.id }))).toBe('NOTE_NOT_FOUND');
    await ben.call(noteCalls.remove, { id: note.id });
    expect(await ben.sees('noteContents', note.id)).toBeNull();
  });

  it('answer `retry` to a note whose project has not arrived, and to a text whose note has not', async () => {
    const id = newId();
    const note = {
      id,
      space: 'project:not-yet',
      projectId: 'not-yet',
      title: 'n',
      snippet: '',
      type: 'note',
      creatorId: 'ann',
      shareRange: 'project',
      words: 0,
      characters: 0,
      createdAt: 1,
    };
    expect((await ann.push('notes', null, note)).rejected).toMatchObject([{ code: 'SPACE_NOT_FOUND', retry: true }]);
    const made = await project();
    const text = { id, space: made.space, subject: 'note', subjectId: id, creatorId: 'ann', state: '' };
    expect((await ann.push('noteContents', null, text)).rejected).toMatchObject([
      { code: 'SPACE_NOT_FOUND', retry: true },
    ]);
    expect(await ann.refused('notes', null, { ...note, space: made.space, projectId: made.id })).toBe('');
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    expect(await ben.refused('noteContents', null, { ...text, creatorId: 'ben' })).toBe('NOTE_EDIT_DENIED');
    expect(await ben.refused('noteContents', null, { ...text, id: newId(), creatorId: 'ben' })).toBe(
      'DOCUMENT_INVALID',
    );
    expect(await ann.refused('noteContents', null, text)).toBe('');
    expect(
      await ann.refused('notes', null, {
        ...note,
        id: newId(),
        space: made.space,
        projectId: made.id,
        creatorId: 'ben',
      }),
    ).toBe('NO_PERMISSION');
    await ann.call(projectCalls.remove, { id: made.id });
    expect(await ann.refused('notes', null, { ...note, id: newId(), space: made.space, projectId: made.id })).toBe(
      'PROJECT_NOT_FOUND',
    );
  });

  it('show a note by its link according to its sharing, as safe HTML', async () => {
    const made = await project();
    const note = await ann.call(noteCalls.save, {
      projectId: made.id,
      title: 'Public?',
      content: 'a <script>alert(1)</script> [x](javascript:alert(1)) b',
    });
    const anyone = core.person('ann');
    anyone.authorization = undefined;
    const read = async () =>
      Promise.all(
        [anyone, zoe, ben].map((p) =>
          p.call(noteCalls.html, { id: note.id }).then(
            (a) => a.html,
            (e: { code: string }) => e.code,
          ),
        ),
      );
    expect(await read()).toEqual(['NOTE_NOT_FOUND', 'NOTE_NOT_FOUND', 'NOTE_NOT_FOUND']);
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'team' });
    const [none, other, colleague] = await read();
    expect([none, other]).toEqual(['NOTE_NOT_FOUND', 'NOTE_NOT_FOUND']);
    expect(colleague).toContain('alert(1)');
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'public' });
    for (const html of await read()) {
      expect(html).not.toMatch(/<script|href="javascript/i);
      expect(html).toContain('alert(1)');
    }
    await ann.call(projectCalls.setShare, { projectId: made.id, shareRange: 'company' });
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'private' });
    expect([await ben.sees('notes', note.id), await ben.sees('noteContents', note.id)]).toEqual([null, null]);
    expect((await ann.call(noteCalls.get, { id: note.id })).content).toContain('alert');
    expect(await code(ben.refusal(noteCalls.share, { noteId: note.id, shareRange: 'public' }))).toBe('NOTE_NOT_FOUND');
  });
});
