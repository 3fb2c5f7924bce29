import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../sync/model/kind';
import type { WireDoc } from '../../sync/protocol/messages';
import { KEEP_DELETIONS_MS } from '../../server/sync/purge';
import type { SyncTransaction } from '../../server/sync/store';
import { describeOnEngines } from '../support/database';
import { actorOf, item, join, openServerFixture, Replica, type ServerFixture } from '../support/sync';

describeOnEngines('pull', (engine) => {
  let fixture: ServerFixture;
  let companies = 0;
  beforeAll(async () => {
    fixture = await openServerFixture(engine);
  });
  afterAll(() => fixture.dispose());

  /** A separate company for each test, so that no test sees documents of another. */
  const company = async (...people: string[]) => {
    const id = `c${(companies += 1)}`;
    await join(fixture, id, ...people);
    const write = <T>(work: (tx: SyncTransaction) => Promise<T>): Promise<T> => fixture.sync.store.write(id, work);
    return {
      id,
      write,
      put: (space: string, doc: string, fields = {}) =>
        write((tx) => tx.put('projectItems', doc, { ...item(space), ...fields } as never)),
      remove: (doc: string) => write((tx) => tx.remove('projectItems', doc)),
      access: (space: string, people: Record<string, Role>, everyone: Role | null = null) =>
        write((tx) =>
          tx.setAccess(space, {
            members: Object.entries(people).map(([userId, role]) => ({ userId, role })),
            everyone,
          }),
        ),
      replica: (user: string) => new Replica(fixture, actorOf(user, id), 'projectItems'),
    };
  };

  it('returns full pages while there is more, each document once, in the order of ticks', async () => {
    const c = await company('ann');
    await c.access('project:p', { ann: 'owner' });
    for (let i = 0; i < 3; i += 1)
      await c.write(async (tx) => {
        for (let j = 0; j < 7; j += 1) await tx.put('projectItems', `d${i}${j}`, item('project:p') as never);
      });
    const seen: string[] = [];
    let checkpoint = null;
    const sizes: number[] = [];
    for (;;) {
      const answer = await fixture.sync.pull(actorOf('ann', c.id), 'projectItems', checkpoint, 5);
      sizes.push(answer.documents.length);
      seen.push(...answer.documents.map((d) => d.id));
      checkpoint = answer.checkpoint;
      if (answer.documents.length < 5) break;
    }
    expect(sizes).toEqual([5, 5, 5, 5, 1]);
    expect(new Set(seen).size).toBe(21);
    expect(seen).toEqual([...seen].sort());
  });

  it('returns nothing from other people’s spaces, other companies, or the same names there', async () => {
    const c = await company('ann', 'ben');
    const other = await company('ann', 'eve');
    await c.access('project:p', { ann: 'owner' });
    await other.access('project:p', { eve: 'owner' });
    await c.put('project:p', 'mine');
    await other.put('project:p', 'theirs');
    await other.put('project:p', 'mine', { title: 'their own' });
    expect((await c.replica('ann').pull()).ids()).toEqual(['mine']);
    expect((await c.replica('ben').pull()).ids()).toEqual([]);
    expect((await other.replica('ann').pull()).ids()).toEqual([]);
    expect((await c.replica('nobody').pull()).ids()).toEqual([]);
    expect((await other.replica('eve').pull()).docs.get('mine')).toMatchObject({ title: 'their own' });
  });

  it('delivers a gained space’s documents, and removes them when the space is lost', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner' });
    for (let i = 0; i < 7; i += 1) await c.put('project:p', `d${i}`);
    const ben = await c.replica('ben').pull(3);
    expect(ben.ids()).toEqual([]);
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    expect((await ben.pull(3)).ids()).toHaveLength(7);
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'after');
    await ben.pull(3);
    expect(ben.ids()).toEqual([]);
    expect(ben.deletions).not.toContain('after');
  });

  it('removes the page of a device that was killed before it stored the checkpoint, if the space is lost meanwhile', async () => {
    const c = await company('ann', 'ben');
    const ben = await c.replica('ben').pull();
    const { checkpoint } = ben;
    // fuzz seed 779748486: the document existed before the person gained the space, which was gained and lost since the
    // stored checkpoint
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'd');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    expect((await ben.pull()).ids()).toEqual(['d']);
    ben.checkpoint = checkpoint;
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'after');
    expect((await ben.pull()).ids()).toEqual([]);
    expect(ben.deletions).not.toContain('after');
  });

  it('removes documents that a person pushed into a space gained since their checkpoint, after a move or the loss of the space', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'others');
    const ben = await c.replica('ben').pull();
    await c.access('project:own', { ben: 'owner' });
    await c.access('project:lost', { ann: 'owner', ben: 'contributor' });
    // fuzz seed 206208550: a meeting's note was moved into the project in which its meeting had stayed
    for (const [doc, space] of [
      ['moved', 'project:own'],
      ['left', 'project:lost'],
    ] as const) {
      await c.put(space, doc);
      ben.docs.set(doc, { id: doc, space, rev: '1-a', updatedAt: 0, recency: 0, abilities: [] });
    }
    await c.put('project:p', 'moved');
    await c.access('project:lost', { ann: 'owner' });
    await c.put('project:lost', 'after');
    await ben.pull();
    expect(ben.ids()).toEqual([]);
    expect(ben.deletions).not.toContain('others');
    expect(ben.deletions).not.toContain('after');
  });

  it('delivers a space again when the role changed, as abilities depend on it', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.put('project:p', 'doc');
    const ben = await c.replica('ben').pull();
    expect(ben.docs.get('doc')?.abilities).toEqual([]);
    await c.access('project:p', { ann: 'owner', ben: 'contributor' });
    expect((await ben.pull()).docs.get('doc')?.abilities).toEqual(['update', 'delete', 'move']);
    await c.access('project:p', { ann: 'owner' }, 'viewer');
    expect((await ben.pull()).docs.get('doc')?.abilities).toEqual([]);
    expect(ben.deletions).toEqual([]);
  });

  it('delivers a shared space to everyone in the company, also to new members, and not to former ones', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner' }, 'viewer');
    await c.put('project:p', 'doc');
    const ben = await c.replica('ben').pull();
    expect(ben.ids()).toEqual(['doc']);
    await join(fixture, c.id, 'cat');
    expect((await c.replica('cat').pull()).ids()).toEqual(['doc']);
    await c.write((tx) => fixture.sync.setCompanyMember(tx, 'ben', false));
    expect((await ben.pull()).ids()).toEqual([]);
    await c.write((tx) => fixture.sync.setCompanyMember(tx, 'ben', true));
    expect((await ben.pull()).ids()).toEqual(['doc']);
    await c.access('project:p', { ann: 'owner' });
    expect((await ben.pull()).ids()).toEqual([]);
    expect((await c.replica('ann').pull()).ids()).toEqual(['doc']);
  });

  it('moves a document for people who see both spaces, and deletes it for those who see only the old one', async () => {
    const c = await company('ann', 'ben', 'cat');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.access('project:q', { ann: 'owner', cat: 'viewer' });
    await c.put('project:p', 'doc');
    const [ann, ben, cat] = [
      await c.replica('ann').pull(),
      await c.replica('ben').pull(),
      await c.replica('cat').pull(),
    ];
    await c.put('project:q', 'doc');
    await Promise.all([ann.pull(), ben.pull(), cat.pull()]);
    expect([ann.docs.get('doc')?.space, ben.docs.has('doc'), cat.docs.get('doc')?.space]).toEqual([
      'project:q',
      false,
      'project:q',
    ]);
    expect(ann.deletions).toEqual([]);
    await c.put('project:p', 'doc');
    await Promise.all([ann.pull(), ben.pull(), cat.pull()]);
    expect([ann.docs.get('doc')?.space, ben.docs.get('doc')?.space, cat.docs.has('doc')]).toEqual([
      'project:p',
      'project:p',
      false,
    ]);
    expect(ann.deletions).toEqual([]);
  });

  it('deletes documents that left and returned while the space was lost', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.access('project:q', { ann: 'owner' });
    await c.put('project:p', 'doc');
    const ben = await c.replica('ben').pull();
    await c.put('project:q', 'doc');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'doc');
    expect((await ben.pull()).ids()).toEqual([]);
  });

  it('deletes documents that left, returned and left again while the space was lost', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.access('project:q', { ann: 'owner' });
    await c.put('project:p', 'doc');
    const ben = await c.replica('ben').pull();
    await c.put('project:q', 'doc');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'doc');
    await c.put('project:q', 'doc');
    expect((await ben.pull()).ids()).toEqual([]);
  });

  it('deletes documents that were undeleted after the space was lost', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.put('project:p', 'doc');
    const ben = await c.replica('ben').pull();
    await c.remove('doc');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'doc');
    expect((await ben.pull()).ids()).toEqual([]);
  });

  it('omits earlier deletions from a first sync, and delivers later ones', async () => {
    const c = await company('ann');
    await c.access('project:p', { ann: 'owner' });
    for (const id of ['a', 'b', 'c', 'd']) await c.put('project:p', id);
    await c.remove('a');
    const ann = c.replica('ann');
    await ann.page(2);
    await c.remove('b');
    await ann.pull(2);
    expect(ann.deletions).toEqual(['b']);
    expect(ann.ids()).toEqual(['c', 'd']);
  });

  it('sends a deletion without content', async () => {
    const c = await company('ann');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'doc');
    const ann = await c.replica('ann').pull();
    await c.remove('doc');
    const { documents } = await fixture.sync.pull(ann.actor, 'projectItems', ann.checkpoint, 10);
    expect(documents).toEqual([
      { id: 'doc', _deleted: true, rev: expect.stringMatching(/^2-/) as string } satisfies WireDoc,
    ]);
  });

  it('returns a single document exactly if a pull would deliver it, with abilities', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'doc');
    expect(await fixture.sync.store.visible(actorOf('ann', c.id), 'projectItems', 'doc')).toMatchObject({
      id: 'doc',
      abilities: ['update', 'delete', 'move'],
    });
    expect(await fixture.sync.store.visible(actorOf('ben', c.id), 'projectItems', 'doc')).toBeNull();
    expect(await fixture.sync.store.visible(actorOf('ann', 'elsewhere'), 'projectItems', 'doc')).toBeNull();
  });

  it('restarts a client whose checkpoint is older than a purge, and no other', async () => {
    const c = await company('ann', 'ben', 'cat');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    await c.put('project:p', 'old');
    await c.put('project:p', 'kept');
    const [away, current, unconcerned] = [
      await c.replica('ann').pull(),
      await c.replica('ben').pull(),
      await c.replica('cat').pull(),
    ];
    await c.remove('old');
    await current.pull();
    fixture.time.now += KEEP_DELETIONS_MS + 1;
    expect(await fixture.sync.purge()).toBeGreaterThan(0);
    const left = await sql<{
      id: string;
    }>`select id from doc where company_id = ${c.id} and collection = 'projectItems'`.execute(fixture.database.db);
    expect(left.rows).toEqual([{ id: 'kept' }]);
    for (const replica of [away, current, unconcerned]) await replica.pull();
    expect([away.restarts, current.restarts, unconcerned.restarts]).toEqual([1, 0, 0]);
    expect([away.ids(), current.ids()]).toEqual([['kept'], ['kept']]);
    expect((await c.replica('ann').pull()).restarts).toBe(0);
  });

  it('restarts a client killed after a page of a space gained since its checkpoint, if deletions there were purged meanwhile', async () => {
    const c = await company('ann', 'ben', 'cat');
    await c.access('project:p', { ann: 'owner' });
    await c.put('project:p', 'old');
    const [ben, later] = [await c.replica('ben').pull(), await c.replica('ben').pull()];
    const { checkpoint } = ben;
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    expect((await ben.pull()).ids()).toEqual(['old']);
    ben.checkpoint = checkpoint;
    await c.remove('old');
    await c.put('project:p', 'kept');
    await later.pull();
    fixture.time.now += KEEP_DELETIONS_MS + 1;
    expect(await fixture.sync.purge()).toBeGreaterThan(0);
    for (const replica of [ben, later]) await replica.pull();
    expect([ben.ids(), later.ids()]).toEqual([['kept'], ['kept']]);
    expect([ben.restarts, later.restarts]).toEqual([1, 0]);
    // deletions purged before a person joined do not matter to them
    const cat = await c.replica('cat').pull();
    await c.access('project:p', { ann: 'owner', ben: 'viewer', cat: 'viewer' });
    expect((await cat.pull()).restarts).toBe(0);
    expect(cat.ids()).toEqual(['kept']);
  });

  it('restarts a client whose checkpoint is of another database', async () => {
    const c = await company('ann');
    for (const checkpoint of [
      { seq: 1_000_000, id: '', floor: 1 },
      { seq: 0, id: '', floor: 99 },
      { seq: 1e300, id: '', floor: 0 },
      { seq: 0, id: '\u0000', floor: 0 },
    ]) {
      await expect(fixture.sync.pull(actorOf('ann', c.id), 'projectItems', checkpoint, 10)).rejects.toMatchObject({
        code: 'CHECKPOINT_TOO_OLD',
      });
    }
  });

  it('does not wait for an open write, and delivers it after the commit', async () => {
    const c = await company('ann');
    await c.access('project:p', { ann: 'owner' });
    const ann = await c.replica('ann').pull();
    if (engine === 'postgres') {
      let commit = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let written = (): void => undefined;
      const staged = new Promise<void>((resolve) => {
        written = resolve;
      });
      const writing = c.write(async (tx) => {
        await tx.put('projectItems', 'late', item('project:p') as never);
        await tx.list('projectItems', { space: 'project:p' });
        written();
        await held;
      });
      await staged;
      expect((await ann.pull()).ids()).toEqual([]);
      commit();
      await writing;
    } else await c.put('project:p', 'late');
    expect((await ann.pull()).ids()).toEqual(['late']);
  });
});
