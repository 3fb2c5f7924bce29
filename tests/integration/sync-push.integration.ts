/** Pushed documents: revisions and conflicts, abilities and policies, and their consequences. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../sync/model/limits';
import type { WireDoc } from '../../sync/protocol/messages';
import { describeOnEngines } from '../support/database';
import { actorOf, item, Replica, row, type ServerFixture } from '../support/sync';
import { nothing, openPushFixture, project, pushCompany, revOf } from '../support/push';

describeOnEngines('push', (engine) => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await openPushFixture(engine);
  });
  afterAll(() => fixture.dispose());
  const company = () => pushCompany(fixture);

  it('creates, changes and deletes, several times in one batch, in its order', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    const change = row('d', revOf(create), { title: 'Changed', updatedAt: 5 });
    expect(await c.push('ann', create, change)).toEqual(nothing);
    expect(await c.get('d')).toMatchObject({
      title: 'Changed',
      mimeType: 'text/plain',
      rev: revOf(change),
      updatedAt: 5,
      recency: -5,
    });
    expect(await c.push('ann', row('d', revOf(change), { _deleted: true }))).toEqual(nothing);
    expect(await c.get('d')).toBeNull();
  });

  it('accepts a repeated write whose answer was lost, without a further effect', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    const change = row('d', revOf(create), { title: 'Changed' });
    await c.push('ann', create, change);
    const replica = await new Replica(fixture, c.ann, 'projectItems').pull();
    expect(await c.push('ann', change)).toEqual(nothing);
    const { documents } = await fixture.sync.pull(c.ann, 'projectItems', replica.checkpoint, 10);
    expect(documents).toEqual([]);
    // a former member learns nothing of the revision
    for (const known of [change, row('d', revOf(create), { title: 'Changed' })])
      expect(await c.push('eve', known)).toMatchObject({ rejected: [{ code: 'DOCUMENT_NOT_FOUND', master: null }] });
    const gone = row('d', revOf(change), { _deleted: true });
    expect(await c.push('ann', gone)).toEqual(nothing);
    expect(await c.push('ann', gone)).toEqual(nothing);
    expect(await c.push('ann', row('d', revOf(change), { _deleted: true }))).toEqual(nothing);
    expect(await c.push('ann', row('never-there', null, { _deleted: true }))).toEqual(nothing);
  });

  it('answers a write on an older revision with the current document, including abilities', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    const first = row('d', revOf(create), { title: 'First' });
    await c.push('ann', create, first);
    const { conflicts, rejected } = await c.push(
      'ann',
      row('d', revOf(create), { title: 'Second' }),
      row('d', null, item('project:p')),
    );
    expect(rejected).toEqual([]);
    expect(conflicts).toEqual([
      expect.objectContaining({ id: 'd', title: 'First', rev: revOf(first), abilities: ['update', 'delete', 'move'] }),
    ]);
    expect(await c.get('d')).toMatchObject({ title: 'First' });
  });

  it('detects a stale write with a forged assumed revision, because its height does not grow', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    await c.push('ann', create, row('d', revOf(create), { title: 'Of another device', rev: '2-otherdevice' }));
    const { conflicts } = await c.push('ann', row('d', '2-otherdevice', { title: 'Stale', rev: '2-staleedit' }));
    expect(conflicts).toEqual([expect.objectContaining({ title: 'Of another device', rev: '2-otherdevice' })]);
    expect(await c.get('d')).toMatchObject({ title: 'Of another device' });
  });

  it('lets an edit beat a deletion: a conflict with the bare deletion, then the document is restored', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    const gone = row('d', revOf(create), { _deleted: true });
    await c.push('ann', create, gone);
    expect(await c.push('ann', row('d', revOf(create), { title: 'Edited meanwhile' }))).toEqual({
      conflicts: [{ id: 'd', _deleted: true, rev: revOf(gone) } satisfies WireDoc],
      rejected: [],
    });
    expect(await c.push('ann', row('d', revOf(gone), item('project:p', { title: 'Edited meanwhile' })))).toEqual(
      nothing,
    );
    expect(await c.get('d')).toMatchObject({ title: 'Edited meanwhile' });
  });

  it('rejects a restored document with changes of server-owned fields', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    const gone = row('d', revOf(create), { _deleted: true });
    await c.push('ann', create, gone);
    const { rejected } = await c.push('ann', row('d', revOf(gone), item('project:p', { addedBy: 'mallory' })));
    expect(rejected).toEqual([
      {
        id: 'd',
        code: 'NO_PERMISSION',
        retry: false,
        field: 'addedBy',
        master: { id: 'd', _deleted: true, rev: revOf(gone) },
      },
    ]);
  });

  it('rejects only the invalid document, with its field, and applies the others', async () => {
    const c = await company();
    const long = 'x'.repeat(LIMITS.fileName.max + 1);
    const { conflicts, rejected } = await c.push(
      'ann',
      row('good1', null, item('project:p')),
      row('long', null, item('project:p', { title: long })),
      row('type', null, item('project:p', { size: 'big' })),
      row('nul', null, item('project:p', { url: 'a\u0000b' })),
      row('surrogate', null, item('project:p', { more: { deep: ['\ud800'] } })),
      row('infinite', null, item('project:p', { size: Number.POSITIVE_INFINITY })),
      row('space', null, item('nonsense')),
      row('update', null, item('project:p', { update: 'AAAA' })),
      row('good2', null, item('project:p', { unknownField: { of: ['a newer client'] } })),
    );
    expect(conflicts).toEqual([]);
    expect(rejected.map((r) => [r.id, r.code, r.field, r.retry])).toEqual([
      ['long', 'FILE_NAME_LENGTH_EXCEEDED', 'title', false],
      ['type', 'DOCUMENT_INVALID', 'size', false],
      ['nul', 'DOCUMENT_INVALID', 'url', false],
      ['surrogate', 'DOCUMENT_INVALID', 'more', false],
      ['infinite', 'DOCUMENT_INVALID', 'size', false],
      ['space', 'PARAM_ERROR', 'space', false],
      ['update', 'DOCUMENT_INVALID', 'update', false],
    ]);
    expect(await c.get('good1')).not.toBeNull();
    expect(await c.get('good2')).toMatchObject({ unknownField: { of: ['a newer client'] } });
  });

  it('rejects changes of server-owned fields, and accepts unchanged ones', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    await c.push('ann', create);
    const { rejected } = await c.push('ann', row('d', revOf(create), { parseStatus: 'failed' }));
    expect(rejected).toEqual([
      expect.objectContaining({
        id: 'd',
        code: 'NO_PERMISSION',
        field: 'parseStatus',
        retry: false,
        master: expect.objectContaining({ rev: revOf(create) }) as unknown,
      }),
    ]);
    expect(await c.push('ann', row('d', revOf(create), { parseStatus: 'parsed', title: 'New' }))).toEqual(nothing);
  });

  it('checks abilities and policy: a viewer changes and deletes nothing', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    await c.push('ann', create);
    for (const sent of [
      row('d', revOf(create), { title: 'By ben' }),
      row('d', revOf(create), { _deleted: true }),
      row('new', null, item('project:p')),
    ]) {
      expect((await c.push('ben', sent)).rejected).toEqual([
        expect.objectContaining({ code: 'NO_PERMISSION', retry: false }),
      ]);
    }
    expect(await c.get('d')).toMatchObject({ title: 'A file', rev: revOf(create) });
  });

  it('answers `retry` for an unknown space, and a final error for a lost one', async () => {
    const c = await company();
    const into = async (user: string, space: string) =>
      (await c.push(user, row('new', null, item(space)))).rejected.map((r) => [r.code, r.retry, r.master]);
    expect(await into('ann', 'project:later')).toEqual([['SPACE_NOT_FOUND', true, null]]);
    // A space hidden from eve gets the same answer as a missing one.
    expect(await into('eve', 'project:p')).toEqual([['SPACE_NOT_FOUND', true, null]]);
    await c.write((tx) => tx.setAccess('project:p', { members: [{ userId: 'ann', role: 'owner' }] }));
    expect(await into('ben', 'project:p')).toEqual([['NO_PERMISSION', false, null]]);
  });

  it('moves only between spaces in which the person has a role', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    await c.push('ann', create);
    await c.write((tx) => tx.createSpace('project:secret', { members: [{ userId: 'eve', role: 'owner' }] }));
    for (const space of ['project:secret', 'project:nowhere']) {
      expect((await c.push('ann', row('d', revOf(create), { space }))).rejected).toEqual([
        expect.objectContaining({ code: 'NO_PERMISSION', retry: false }),
      ]);
    }
    const eve = await new Replica(fixture, c.eve, 'projectItems').pull();
    const ben = await new Replica(fixture, c.ben, 'projectItems').pull();
    expect([eve.ids(), ben.ids()]).toEqual([[], ['d']]);
    expect(await c.push('ann', row('d', revOf(create), { space: 'project:q' }))).toEqual(nothing);
    await eve.pull();
    await ben.pull();
    expect([eve.ids(), ben.ids()]).toEqual([['d'], []]);
  });

  it('reveals nothing about hidden documents: neither existence nor content', async () => {
    const c = await company();
    const create = row('hidden', null, item('project:p', { title: 'secret' }));
    await c.push('ann', create);
    const refused = {
      conflicts: [],
      rejected: ['hidden', 'unknown'].map((id) => ({ id, code: 'DOCUMENT_NOT_FOUND', retry: false, master: null })),
    };
    expect(
      await c.push('eve', row('hidden', revOf(create), { title: 'x' }), row('unknown', '1-abcdef', { title: 'x' })),
    ).toEqual(refused);
    // a deletion of a hidden document is rejected: the document may still exist
    expect(
      await c.push(
        'eve',
        row('hidden', '1-abcdef', { _deleted: true }),
        row('unknown', '1-abcdef', { _deleted: true }),
      ),
    ).toEqual(refused);
    // created offline and deleted, without an answer in between: there is nothing to report in either case
    expect(
      await c.push('eve', row('hidden', null, { _deleted: true }), row('unknown', null, { _deleted: true })),
    ).toEqual(nothing);
    expect((await c.push('eve', row('hidden', null, item('project:q')))).rejected).toEqual([
      { id: 'hidden', code: 'NO_PERMISSION', retry: false, master: null },
    ]);
    expect(await c.get('hidden')).toMatchObject({ title: 'secret', rev: revOf(create) });
  });

  it('separates companies: the same id is another document there', async () => {
    const [one, two] = [await company(), await company()];
    const create = row('same', null, item('project:p', { title: 'of one' }));
    await one.push('ann', create);
    expect((await two.push('ann', row('same', revOf(create), { title: 'taken over' }))).rejected).toEqual([
      { id: 'same', code: 'DOCUMENT_NOT_FOUND', retry: false, master: null },
    ]);
    expect(await two.push('ann', row('same', null, item('project:p', { title: 'of two' })))).toEqual(nothing);
    expect(await one.get('same')).toMatchObject({ title: 'of one' });
  });

  it('rejects writes into collections without a policy, and returns the master', async () => {
    const c = await company();
    await c.write((tx) =>
      tx.put('people', 'ann', {
        space: `company:${c.id}`,
        kind: 'member',
        name: 'Ann',
        email: '',
        avatar: '',
        role: 'owner',
        departmentIds: [],
        parentId: '',
        active: true,
      }),
    );
    const stored = (await new Replica(fixture, c.ann, 'people').pull()).docs.get('ann')!;
    const { rejected } = await fixture.sync.push(c.ann, 'people', [row('ann', stored.rev, { name: 'Queen Ann' })]);
    expect(rejected).toEqual([{ id: 'ann', code: 'COLLECTION_READ_ONLY', retry: false, master: stored }]);
  });

  it('runs the consequences of a write with it: a project creates its space, its deletion deletes its items', async () => {
    const c = await company();
    const create = row('new', null, project('new'));
    expect(await fixture.sync.push(c.ann, 'projects', [create])).toEqual(nothing);
    expect(await c.push('ann', row('inside', null, item('project:new')))).toEqual(nothing);
    const ann = await new Replica(fixture, c.ann, 'projectItems').pull();
    expect(ann.ids()).toEqual(['inside']);
    expect(await fixture.sync.push(c.ann, 'projects', [row('new', revOf(create), { _deleted: true })])).toEqual(
      nothing,
    );
    expect((await ann.pull()).ids()).toEqual([]);
  });

  it('rolls a rejected write back completely, and no other', async () => {
    const c = await company();
    const rows = [
      row('one', null, project('one')),
      row('two', null, project('two', { title: 'too much' })),
      row('three', null, project('three')),
    ];
    expect((await fixture.sync.push(c.ann, 'projects', rows)).rejected).toEqual([
      { id: 'two', code: 'PROJECT_TITLE_DUPLICATED', retry: false, field: 'title', master: null },
    ]);
    expect((await new Replica(fixture, c.ann, 'projects').pull()).ids()).toEqual(['one', 'three']);
    expect((await new Replica(fixture, c.ann, 'terms').pull()).ids()).toEqual([]);
    expect(await fixture.sync.store.read(c.id, (tx) => tx.spaceExists('project:two'))).toBe(false);
  });

  it('applies rows of several collections in order and in one tick, each separately', async () => {
    const c = await company();
    const clock = async (): Promise<number> =>
      (
        await fixture.database.query<{ seq: number }>({
          text: 'select seq from company_clock where company_id = $1',
          values: [c.id],
        })
      ).rows[0]!.seq;
    const before = await clock();
    const created = row('new', null, project('new'));
    const answers = await fixture.sync.pushAll(c.ann, [
      { collection: 'projects', rows: [created] },
      {
        collection: 'projectItems',
        rows: [row('in', null, item('project:new')), row('out', null, item('project:none'))],
      },
      { collection: 'people', rows: [row('ann', null, { name: 'Ann' })] },
      { collection: 'noteContents', rows: [] },
    ]);
    expect(
      answers.map(({ conflicts, rejected }) => [conflicts.length, rejected.map(({ id, code }) => [id, code])]),
    ).toEqual([
      [0, []],
      [0, [['out', 'SPACE_NOT_FOUND']]],
      [0, [['ann', 'COLLECTION_READ_ONLY']]],
      [0, []],
    ]);
    expect(await clock()).toBe(before + 1);
    const ann = await new Replica(fixture, c.ann, 'projectItems').pull();
    expect(ann.ids()).toEqual(['in']);
    await expect(
      fixture.sync.pushAll(c.ann, [
        { collection: 'projectItems', rows: [row('later', null, item('project:new'))] },
        { collection: 'projects', rows: [{ ...row('other', null, project('other')), epoch: 'another' }] },
      ]),
    ).rejects.toMatchObject({ code: 'CHECKPOINT_TOO_OLD' });
    expect((await ann.pull()).ids()).toEqual(['in']);
  });

  it('stores times of a device whose clock is ahead as the server’s, and takes its next edits', async () => {
    const c = await company();
    const ahead = { createdAt: 4_000_000_000_000, updatedAt: 4_000_000_000_000, recency: -4_000_000_000_000 };
    const far = row('far', null, item('project:p', ahead));
    expect(await c.push('ann', far)).toEqual(nothing);
    const now = fixture.time.now;
    const bounded = { createdAt: now, updatedAt: now, recency: -now, rev: revOf(far) };
    expect(await c.get('far')).toMatchObject(bounded);
    const ann = await new Replica(fixture, c.ann, 'projectItems').pull();
    await c.push('ann', row('now', null, item('project:p', { updatedAt: 5, recency: -5 })));
    expect((await ann.pull()).ids()).toEqual(['far', 'now']);
    // the device has not pulled the creation's time yet
    const edit = row('far', revOf(far), { ...item('project:p', ahead), title: 'Edited' });
    expect(await c.push('ann', edit)).toEqual(nothing);
    expect(await c.get('far')).toMatchObject({ ...bounded, rev: revOf(edit), title: 'Edited' });
  });

  it('lets people write their own preferences, and read and delete their own notifications, and nothing more', async () => {
    const c = await company();
    const preferences = {
      lang: 'en',
      recognitionLanguage: 'en',
      favouriteTemplateIds: [],
      favouriteProjectIds: [],
      mutedKinds: [],
      copyFormat: 'text',
      singleKeyShortcuts: true,
      updatedAt: 1,
      recency: -1,
    };
    const prefer = (user: string, id: string, space: string) =>
      fixture.sync.push(actorOf(user, c.id), 'preferences', [row(id, null, { ...preferences, space })]);
    expect(await prefer('ann', 'ann', 'person:ann')).toEqual(nothing);
    expect((await prefer('ann', 'other', 'person:ann')).rejected.map((r) => r.code)).toEqual(['NO_PERMISSION']);
    expect((await prefer('ben', 'ben', 'project:p')).rejected.map((r) => r.code)).toEqual(['NO_PERMISSION']);
    const notice = { kind: 'transcriptReady', params: {}, link: '', subjectId: '', read: false, createdAt: 1 };
    const { rev } = await c.write((tx) => tx.put('notifications', 'note1', { space: 'person:ann', ...notice }));
    const notify = (...rows: ReturnType<typeof row>[]) => fixture.sync.push(c.ann, 'notifications', rows);
    expect(
      (await notify(row('made-up', null, { ...notice, space: 'person:ann', updatedAt: 1, recency: -1 }))).rejected.map(
        (r) => r.code,
      ),
    ).toEqual(['NO_PERMISSION']);
    expect((await notify(row('note1', rev, { link: '/elsewhere' }))).rejected.map((r) => r.field)).toEqual(['link']);
    const read = row('note1', rev, { read: true });
    expect(await notify(read, row('note1', revOf(read), { _deleted: true }))).toEqual(nothing);
  });

  it('rejects a revision with the maximum height', async () => {
    const c = await company();
    const create = row('d', null, item('project:p'));
    await c.push('ann', create);
    expect(
      (await c.push('ann', row('d', revOf(create), { title: 'x', rev: '999999999999999-abcdef' }))).rejected.map(
        (r) => [r.code, r.field],
      ),
    ).toEqual([['DOCUMENT_INVALID', 'rev']]);
  });

  it('finds documents by referenced ids, and by other fields', async () => {
    const c = await company();
    await c.push(
      'ann',
      row('a', null, item('project:p', { itemId: 'x1' })),
      row('b', null, item('project:p', { itemId: 'x2', itemType: 'website' })),
      row('c', null, item('project:q', { itemId: 'x1' })),
    );
    const find = (where: Record<string, string>) =>
      fixture.sync.store.read(c.id, async (tx) => (await tx.list('projectItems', { where })).map((d) => d.id));
    expect(await find({ itemId: 'x1' })).toEqual(['a', 'c']);
    expect(await find({ itemType: 'website' })).toEqual(['b']);
    expect(await find({ itemId: 'x1', itemType: 'website' })).toEqual([]);
  });
});
