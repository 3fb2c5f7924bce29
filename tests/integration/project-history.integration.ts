/** The history of projects: what is recorded, once, and who sees it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyCalls } from '../../server/core/project-history/contract';
import { projectHistoryFeature } from '../../server/core/project-history/feature';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { createTrash } from '../../server/core/trash/service';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { given } from '../../server/shared/feature';
import { nextRev } from '../../sync/model/rev';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const HOUR = 3_600_000;

describeOnDatabase('the history of projects', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  });
  afterAll(() => core.close());

  let n = 0;
  const project = async () => (await ann.call(projectCalls.create, { title: `Past ${(n += 1)} of ${engine}` })).id;
  /** The newest first: type, title. */
  const history = async (person: Person, projectId: string, filter: object = {}) =>
    (await person.call(historyCalls.page, { projectId, ...filter })).list.map(({ type, title, actorId, params }) => ({
      what: `${actorId} ${type} ${title}`,
      params,
    }));
  const whats = async (...given: Parameters<typeof history>) => (await history(...given)).map(({ what }) => what);

  it('forgets what its creator deletes for good, at once', async () => {
    const id = await project();
    const make = async (title: string) => {
      const note = await ann.call(noteCalls.save, { projectId: id, title, content: 'x' });
      core.parts.pass(HOUR);
      await ann.call(noteCalls.save, { projectId: id, noteId: note.id, title: `${title}, renamed` });
      await ann.call(noteCalls.remove, { id: note.id });
      return note.id;
    };
    const erased = await make('Secret');
    await make('Also secret');
    await ann.call(trashCalls.erase, { kind: 'notes', id: erased });
    const first = JSON.stringify(await history(ann, id));
    expect([first.includes('Secret'), first.includes('Also secret')]).toEqual([false, true]);
    await ann.call(trashCalls.empty, { before: core.now() });
    expect(JSON.stringify(await history(ann, id))).not.toContain('secret');
  });

  it('records what happens to notes and meetings, and by whom', async () => {
    const [from, to] = [await project(), await project()];
    const { id } = await ann.call(noteCalls.save, { projectId: from, title: 'Plan', content: 'x' });
    core.parts.pass(HOUR);
    await ann.call(noteCalls.save, { projectId: from, noteId: id, title: 'The plan' });
    // a change of the text alone is none
    await ann.call(noteCalls.save, { projectId: from, noteId: id, title: 'The plan', content: 'y' });
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'team' });
    const meeting = await ann.call(meetingCalls.create, { title: 'Weekly', projectId: from });
    await ann.call(noteCalls.save, { projectId: to, noteId: id, title: 'The plan' });
    await ann.call(meetingCalls.remove, { id: meeting.id });
    expect(await whats(ann, from)).toEqual([
      'ann deleted Weekly',
      'ann movedOut The plan',
      'ann added Weekly',
      'ann shared The plan',
      'ann renamed The plan',
      'ann added Plan',
      expect.stringMatching(/^ann added Past/),
    ]);
    expect((await history(ann, from, { type: 'renamed' }))[0]!.params).toEqual({ from: 'Plan' });
    expect(await whats(ann, to)).toEqual(['ann movedIn The plan', expect.stringMatching(/^ann added Past/)]);
  });

  it('counts a title that is being typed as one event, and a repeated push as none', async () => {
    const projectId = await project();
    const { id } = await ann.call(noteCalls.save, { projectId, title: 'Untitled', content: '' });
    for (const title of ['Wi', 'Wint', 'Winter']) await ann.call(noteCalls.save, { projectId, noteId: id, title });
    expect(await whats(ann, projectId)).toEqual(['ann added Winter', expect.any(String)]);
    core.parts.pass(HOUR);
    const { rev } = (await ann.sees('notes', id))!;
    const pushed = {
      assumedMasterState: { rev },
      newDocumentState: { id, rev: nextRev(rev), updatedAt: core.now(), title: 'Spring' },
    };
    for (let i = 0; i < 2; i += 1) await core.sync.push(ann.actor, 'notes', [pushed]);
    expect((await whats(ann, projectId)).slice(0, 2)).toEqual(['ann renamed Spring', 'ann added Winter']);
  });

  it('records members, and shows each person what they may see', async () => {
    const projectId = await project();
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    await ann.call(noteCalls.save, { projectId, title: 'Open', content: '' });
    const secret = await ann.call(noteCalls.save, { projectId, title: 'Draft', content: '' });
    core.parts.pass(HOUR);
    await ann.call(noteCalls.share, { noteId: secret.id, shareRange: 'private' });
    await ann.call(noteCalls.save, { projectId, noteId: secret.id, title: 'Layoffs' });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben', 'cho'] });
    const seen = await history(ben, projectId);
    expect(JSON.stringify(seen)).not.toContain('Layoffs');
    expect(seen.map(({ what }) => what.split(' ').slice(0, 2).join(' '))).toEqual([
      'ann gained',
      'ann added',
      'ann added',
      'ann gained',
      'ann shared',
      'ann added',
    ]);
    expect(seen[0]!.params).toEqual({ ids: ['cho'], count: 1 });
    expect(await whats(ann, projectId)).toContain('ann renamed Layoffs');
    expect(await whats(ben, projectId, { actorId: 'ben' })).toEqual([]);
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'private' });
    expect((await ben.refusal(historyCalls.page, { projectId })).code).toBe('PROJECT_NOT_FOUND');
    expect((await cho.refusal(historyCalls.page, { projectId })).code).toBe('PROJECT_NOT_FOUND');
  });

  it('records restores, transfers and archiving, by call and by push', async () => {
    const projectId = await project();
    const { id } = await ann.call(noteCalls.save, { projectId, title: 'Minutes', content: 'x' });
    const meeting = await ann.call(meetingCalls.create, { title: 'Weekly', projectId });
    await ann.call(noteCalls.remove, { id });
    await ann.call(trashCalls.restore, { kind: 'notes', id });
    await ann.call(meetingCalls.remove, { id: meeting.id });
    await ann.call(trashCalls.restore, { kind: 'meetings', id: meeting.id });
    // a second device that restores it as well
    await ann.call(trashCalls.restore, { kind: 'meetings', id: meeting.id });
    await ann.call(projectCalls.archive, { projectId, archived: true });
    expect(await ann.refused('projects', (await ann.sees('projects', projectId))!, { archivedAt: 0 })).toBe('');
    await ann.call(projectCalls.remove, { id: projectId });
    await ann.call(trashCalls.restore, { kind: 'projects', id: projectId });
    await ann.call(projectCalls.setOwner, { projectId, userId: 'ben' });
    expect((await whats(ben, projectId)).map((what) => what.replace(/ Past .*/, ''))).toEqual([
      'ann transferred',
      'ann restored',
      'ann unarchived',
      'ann archived',
      'ann restored Weekly',
      'ann deleted Weekly',
      'ann restored Minutes',
      'ann deleted Minutes',
      'ann added Weekly',
      'ann added Minutes',
      'ann added',
    ]);
    expect((await history(ben, projectId, { type: 'transferred' }))[0]!.params).toEqual({ ids: ['ben'], count: 1 });
  });

  it('tells readers of a note neither a title nor people of the time when it was private', async () => {
    const projectId = await project();
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    const secret = async () => {
      const { id } = await ann.call(noteCalls.save, { projectId, title: 'Draft', content: '' });
      core.parts.pass(HOUR);
      await ann.call(noteCalls.share, { noteId: id, shareRange: 'private' });
      await ann.call(noteCalls.save, { projectId, noteId: id, title: 'Layoffs' });
      return id;
    };
    const change = async (id: string, fields: object) =>
      expect(await ann.refused('notes', (await ann.sees('notes', id))!, fields as never)).toBe('');
    // in one change, as a device that was offline sends it
    await change(await secret(), { title: 'Plan', shareRange: 'project' });
    // while the title is being typed
    const typed = await secret();
    await change(typed, { title: 'Layoffs of May' });
    await change(typed, { title: 'Plan', shareRange: 'project' });
    // with people named: the note's own space, which more people see later
    const own = await secret();
    core.parts.pass(HOUR);
    await ann.call(noteCalls.share, { noteId: own, shareRange: 'private', userIds: ['cho'] });
    await ann.call(noteCalls.save, { projectId, noteId: own, title: 'Layoffs by name' });
    core.parts.pass(HOUR);
    await ann.call(noteCalls.save, { projectId, noteId: own, title: 'Plan' });
    await ann.call(noteCalls.share, { noteId: own, shareRange: 'team' });
    // and back to the project, without naming those who could read it
    const named = await secret();
    await ann.call(noteCalls.share, { noteId: named, shareRange: 'private', userIds: ['cho'] });
    await change(named, { title: 'Plan', shareRange: 'project', shareUserIds: [] });
    const ofBen = await history(ben, projectId);
    const seen = JSON.stringify(ofBen);
    expect(ofBen.filter(({ what }) => what === 'ann renamed Plan')).toHaveLength(3);
    expect(seen).not.toContain('Layoffs');
    expect(seen).not.toContain('"cho"');
    const all = await history(ann, projectId);
    expect(JSON.stringify(all)).toContain('Layoffs by name');
    expect(all.filter(({ what }) => what === 'ann renamed Plan')).toHaveLength(4);
  });

  it('tells the people of a project what left it, by the title that they knew', async () => {
    const [from, to] = [await project(), await project()];
    await ann.call(projectCalls.setShare, { projectId: from, shareRange: 'customize', userIds: ['ben'] });
    const { id } = await ann.call(noteCalls.save, { projectId: from, title: 'Plan', content: '' });
    core.parts.pass(HOUR);
    await ann.call(noteCalls.save, { projectId: to, noteId: id, title: 'Layoffs' });
    expect((await whats(ben, from))[0]).toBe('ann movedOut Plan');
    expect((await whats(ann, to)).slice(0, 2)).toEqual(['ann renamed Layoffs', 'ann movedIn Layoffs']);
    expect((await history(ann, to))[0]!.params).toEqual({});
  });

  it.each([
    ['thirty days in the trash', () => createTrash(core.services).cleanUp()],
    [
      'the organization’s retention',
      async () => {
        const expiry = createDocumentExpiry(core.platform, core.sync.store, [{ collection: 'notes' }]);
        await core.sync.store.write('c1', (tx) => expiry.endTrash(tx, core.now(), core.now() - 1));
        await expiry.erase('c1', core.now());
      },
    ],
  ])('loses the titles of a note in the transaction that erases it after %s', async (_after, erase) => {
    const projectId = await project();
    const { id } = await ann.call(noteCalls.save, { projectId, title: 'Layoffs', content: '' });
    await ann.call(noteCalls.remove, { id });
    expect(await whats(ann, projectId)).toContain('ann deleted Layoffs');
    core.parts.pass(31 * 24 * HOUR);
    await erase();
    const { rows } = await core.platform.query<{ title: string }>({
      text: 'select title from project_event where project_id = $1',
      values: [projectId],
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ title }) => title)).not.toContain('Layoffs');
  });

  it('is deleted after a year', async () => {
    const projectId = await project();
    core.parts.pass(366 * 24 * HOUR);
    await ann.call(noteCalls.save, { projectId, title: 'Late', content: '' });
    await given(projectHistoryFeature.retention)!.cleanUp!(core.services);
    expect(await whats(ann, projectId)).toEqual(['ann added Late']);
  });
});
