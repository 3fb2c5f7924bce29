import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { AnyPushPolicy } from '../../server/sync/sync';
import type { SyncTransaction } from '../../server/sync/store';
import { LIMITS } from '../../sync/model/limits';
import { heightOf } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import type { WireDoc } from '../../sync/protocol/messages';
import { describeOnEngines } from '../support/database';
import { projectFields } from '../support/documents';
import { actorOf, item, join, openServerFixture, openItems, Replica, row, type ServerFixture } from '../support/sync';

/** A project creates its space, and its deletion deletes its items. */
const projects: AnyPushPolicy = {
  collection: 'projects',
  async check({ actor, before, after, role }) {
    if (before === null && after?.ownerId !== actor.userId)
      throw new CallError('NO_PERMISSION', { fieldErrors: { ownerId: 'NO_PERMISSION' } });
    if (before !== null && role !== 'owner') throw new CallError('NO_PERMISSION');
  },
  async apply({ actor, tx, before, after }) {
    if (!after)
      for (const doc of await tx.list('projectItems', { space: before!.space }))
        await tx.remove('projectItems', doc.id);
    else if (!before) await tx.createSpace(after.space, { members: [{ userId: actor.userId, role: 'owner' }] });
    if (after?.title === 'too much') {
      await tx.put('terms', 'half-done', {
        space: after.space,
        term: 'x',
        definition: '',
        matchCount: 0,
        source: 'MANUAL',
        creatorId: actor.userId,
        createdAt: 1,
      });
      throw new CallError('PROJECT_TITLE_DUPLICATED', { fieldErrors: { title: 'PROJECT_TITLE_DUPLICATED' } });
    }
  },
};
const contents: AnyPushPolicy = {
  collection: 'noteContents',
  async check() {
    /* all people with a role in the space */
  },
};

const project = (id: string, fields = {}): Record<string, unknown> => ({
  ...projectFields(id),
  updatedAt: 1,
  recency: -1,
  ...fields,
});
const content = (fields = {}): Record<string, unknown> => ({
  space: 'project:p',
  subject: 'note',
  subjectId: 'n',
  creatorId: 'ann',
  state: '',
  updatedAt: 1,
  recency: -1,
  ...fields,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const typed = (text: string, into = new Y.Doc()): { doc: Y.Doc; update: string } => {
  const before = Y.encodeStateVector(into);
  into.getText('t').insert(into.getText('t').length, text);
  return { doc: into, update: base64(Y.encodeStateAsUpdate(into, before)) };
};
const textOf = (state: unknown): string => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, new Uint8Array(Buffer.from(String(state), 'base64')));
  return doc.getText('t').toJSON();
};

describeOnEngines('push', (engine) => {
  let fixture: ServerFixture;
  let companies = 0;
  beforeAll(async () => {
    fixture = await openServerFixture(engine, [openItems(), projects, contents]);
  });
  afterAll(() => fixture.dispose());

  /** A company with ann as owner of project:p, ben as its viewer, and eve without access. */
  const company = async () => {
    const id = `c${(companies += 1)}`;
    await join(fixture, id, 'ann', 'ben', 'eve');
    const write = <T>(work: (tx: SyncTransaction) => Promise<T>): Promise<T> => fixture.sync.store.write(id, work);
    await write(async (tx) => {
      await tx.createSpace('project:p', {
        members: [
          { userId: 'ann', role: 'owner' },
          { userId: 'ben', role: 'viewer' },
        ],
      });
      await tx.createSpace('project:q', {
        members: [
          { userId: 'ann', role: 'owner' },
          { userId: 'eve', role: 'owner' },
        ],
      });
    });
    return {
      id,
      write,
      ann: actorOf('ann', id),
      ben: actorOf('ben', id),
      eve: actorOf('eve', id),
      push: (user: string, ...rows: ReturnType<typeof row>[]) =>
        fixture.sync.push(actorOf(user, id), 'projectItems', rows),
      get: (doc: string) => fixture.sync.store.read(id, (tx) => tx.get('projectItems', doc)),
    };
  };
  const nothing = { conflicts: [], rejected: [] };
  const revOf = (sent: ReturnType<typeof row>): string => sent.newDocumentState.rev;

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

  it('merges Yjs updates of several people, and a whole state as well', async () => {
    const c = await company();
    const pushText = (...rows: ReturnType<typeof row>[]) => fixture.sync.push(c.ann, 'noteContents', rows);
    const get = () => fixture.sync.store.read(c.id, (tx) => tx.get('noteContents', 'n'));
    const ann = typed('Hello');
    const create = row('n', null, content({ state: ann.update }));
    expect(await pushText(create)).toEqual(nothing);
    const ben = new Y.Doc();
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(ann.doc));
    const second = row('n', revOf(create), { update: typed(' from ben', ben).update });
    expect(await pushText(second)).toEqual(nothing);
    expect(textOf((await get())?.state)).toBe('Hello from ben');
    const third = row('n', revOf(second), { state: base64(Y.encodeStateAsUpdate(typed(', and ann', ann.doc).doc)) });
    expect(await pushText(third)).toEqual(nothing);
    expect(textOf((await get())?.state)).toContain(' from ben');
    expect(textOf((await get())?.state)).toContain(', and ann');
  });

  it('rejects invalid Yjs updates and texts above the limit, and keeps the stored text', async () => {
    const c = await company();
    const pushText = (...rows: ReturnType<typeof row>[]) => fixture.sync.push(c.ann, 'noteContents', rows);
    const create = row('n', null, content({ state: typed('Hello').update }));
    await pushText(create);
    for (const update of [
      base64(Buffer.from('not an update')),
      base64(new Uint8Array([1, 200, 255, 3])),
      base64(new Uint8Array(40).fill(255)),
    ]) {
      expect((await pushText(row('n', revOf(create), { update }))).rejected.map((r) => [r.code, r.field])).toEqual([
        ['DOCUMENT_INVALID', 'state'],
      ]);
    }
    const huge = base64(Buffer.alloc(LIMITS.noteStateBytes + 1, 1));
    expect((await pushText(row('n', revOf(create), { update: huge }))).rejected.map((r) => r.code)).toEqual([
      'NOTE_CONTENT_TOO_LARGE',
    ]);
    expect(textOf((await fixture.sync.store.read(c.id, (tx) => tx.get('noteContents', 'n')))?.state)).toBe('Hello');
  });

  it('accepts a text of the maximum size, and a larger one only because of its deleted content', async () => {
    const c = await company();
    const doc = new Y.Doc();
    const fill = (bytes: number): string => {
      doc.getMap('large').set('text', 'x'.repeat(bytes));
      return base64(Y.encodeStateAsUpdate(doc));
    };
    const create = row('n', null, content({ state: fill(LIMITS.noteStateBytes - 100) }));
    expect((await fixture.sync.push(c.ann, 'noteContents', [create])).rejected).toEqual([]);
    const before = Y.encodeStateVector(doc);
    fill(LIMITS.noteStateBytes - 200);
    const update = row('n', revOf(create), { update: base64(Y.encodeStateAsUpdate(doc, before)) });
    expect((await fixture.sync.push(c.ann, 'noteContents', [update])).rejected).toEqual([]);
    const after = await fixture.sync.store.read(c.id, (tx) => tx.get('noteContents', 'n'));
    expect(Buffer.from(after!.state, 'base64').length).toBeLessThanOrEqual(LIMITS.noteStateBytes);
  });

  it('rejects a text with too deep nesting, in one write or gradually', async () => {
    const c = await company();
    const doc = new Y.Doc();
    const root = doc.getXmlFragment('note');
    let parent: Y.XmlFragment = root;
    const deeper = (levels: number): void =>
      doc.transact(() => {
        for (let level = 0; level < levels; level += 1) {
          const inner = new Y.XmlElement('box');
          parent.insert(0, [inner]);
          parent = inner;
        }
      });
    deeper(30);
    const create = row('n', null, content({ state: base64(Y.encodeStateAsUpdate(doc)) }));
    expect((await fixture.sync.push(c.ann, 'noteContents', [create])).rejected).toEqual([]);
    const before = Y.encodeStateVector(doc);
    deeper(10);
    const update = base64(Y.encodeStateAsUpdate(doc, before));
    deeper(20_000);
    const whole = base64(Y.encodeStateAsUpdate(doc));
    const refused = await fixture.sync.push(c.ann, 'noteContents', [
      row('n', revOf(create), { update }),
      row('m', null, content({ subjectId: 'm', state: whole })),
    ]);
    expect(refused.rejected.map((r) => [r.id, r.code])).toEqual([
      ['n', 'DOCUMENT_INVALID'],
      ['m', 'DOCUMENT_INVALID'],
    ]);
  });

  it('purges deleted content of a note eventually', async () => {
    const c = await company();
    const doc = new Y.Doc();
    doc.getText('t').insert(0, 'x'.repeat(20_000));
    const create = row('n', null, content({ state: base64(Y.encodeStateAsUpdate(doc)) }));
    await fixture.sync.push(c.ann, 'noteContents', [create]);
    const before = Y.encodeStateVector(doc);
    doc.getText('t').delete(0, 20_000);
    await fixture.sync.push(c.ann, 'noteContents', [
      row('n', revOf(create), { update: base64(Y.encodeStateAsUpdate(doc, before)) }),
    ]);
    const stored = await fixture.sync.store.read(c.id, (tx) => tx.get('noteContents', 'n'));
    expect(stored!.state.length).toBeLessThan(200);
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

  it('loses none of sixteen concurrent writes, and no poller misses one', async () => {
    const c = await company();
    const replica = new Replica(fixture, c.ann, 'projectItems');
    const writers = Array.from({ length: 16 }, (_, w) => async () => {
      let rev: string | null = null;
      for (let n = 0; n < 5; n += 1) {
        const sent = rev
          ? row(`d${w}`, rev, { title: `${w}.${n}` })
          : row(`d${w}`, null, item('project:p', { title: `${w}.${n}` }));
        expect(await c.push('ann', sent)).toEqual(nothing);
        rev = revOf(sent);
      }
    });
    let writing = true;
    const polling = (async () => {
      while (writing) await replica.pull(3);
    })();
    await Promise.all(writers.map((w) => w()));
    writing = false;
    await polling;
    await replica.pull(3);
    expect([...replica.docs.values()].map((d) => d['title']).sort()).toEqual(
      Array.from({ length: 16 }, (_, w) => `${w}.4`).sort(),
    );
  });

  it('counts all concurrent changes of one document', async () => {
    const c = await company();
    await c.push('ann', row('counter', null, item('project:p', { url: '0' })));
    await Promise.all(
      Array.from({ length: 16 }, () =>
        c.write(async (tx) => {
          const doc = await tx.get('projectItems', 'counter');
          await tx.put('projectItems', 'counter', { url: String(Number(doc!.url) + 1) });
        }),
      ),
    );
    const doc = await c.get('counter');
    expect([doc?.url, heightOf(doc!.rev)]).toEqual(['16', 17]);
  });

  it('aborts a write that waits too long for another one of the company', async () => {
    const c = await company();
    if (engine === 'pglite')
      return void expect(await c.push('ann', row('d', null, item('project:p')))).toEqual(nothing);
    let release = (): void => undefined;
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = c.write(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
          locked();
        }),
    );
    await isLocked;
    await expect(
      fixture.database.transaction(async () => {
        await fixture.database.query({ text: 'set local lock_timeout = 50' });
        await c.push('ann', row('d', null, item('project:p')));
      }),
    ).rejects.toMatchObject({ code: 'DATA_LOCK_FAILED' });
    release();
    await holding;
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

  it('joins a nested write, and rolls everything back with the outer one', async () => {
    const c = await company();
    await expect(
      c.write(async (tx) => {
        await tx.put('projectItems', 'd', item('project:p') as never);
        await c.write(async (inner) => {
          expect([inner.seq, (await inner.get('projectItems', 'd'))?.title]).toEqual([tx.seq, 'A file']);
          await inner.put('projectItems', 'd', { title: 'Inner' });
        });
        expect(await tx.get('projectItems', 'd')).toMatchObject({ title: 'Inner' });
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(await c.get('d')).toBeNull();
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
