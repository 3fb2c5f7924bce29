/** Streamed changes: several pulls in one answer, compared with pull, which has its own proof. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KindName } from '../../sync/model/kinds';
import type { ChangesLine, Checkpoint } from '../../sync/protocol/messages';
import type { SyncTransaction } from '../../server/sync/store';
import { KEEP_DELETIONS_MS } from '../../server/sync/purge';
import { describeOnEngines } from '../support/database';
import { actorOf, item, join, openServerFixture, type ServerFixture } from '../support/sync';

type Asked = { name: KindName; checkpoint: Checkpoint | null; ahead?: number };
type Page = Extract<ChangesLine, { kind: 'page' }>;

describeOnEngines('changes', (engine) => {
  let fixture: ServerFixture;
  let companies = 0;
  beforeAll(async () => {
    fixture = await openServerFixture(engine);
  });
  afterAll(() => fixture.dispose());

  const company = async (...people: string[]) => {
    const id = `c${(companies += 1)}`;
    await join(fixture, id, ...people);
    const write = <T>(work: (tx: SyncTransaction) => Promise<T>): Promise<T> => fixture.sync.store.write(id, work);
    const access = (space: string, ...users: string[]): Promise<void> =>
      write((tx) => tx.setAccess(space, { members: users.map((userId) => ({ userId, role: 'owner' as const })) }));
    const lines = async (
      user: string,
      asked: Asked[],
      until: (line: ChangesLine) => boolean = () => false,
      near: string[] = [],
    ): Promise<ChangesLine[]> => {
      const all: ChangesLine[] = [];
      for await (const line of fixture.sync.changes(actorOf(user, id), {
        collections: asked.map((each) => ({ ahead: 0, ...each })),
        total: true,
        near,
      })) {
        all.push(line);
        if (until(line)) break;
      }
      return all;
    };
    const pulled = async (user: string, name: KindName, from: Checkpoint | null = null) => {
      const documents = [];
      for (let checkpoint = from; ;) {
        const answer = await fixture.sync.pull(actorOf(user, id), name, checkpoint, 100);
        documents.push(...answer.documents);
        checkpoint = answer.checkpoint;
        if (answer.documents.length < 100) return { documents, checkpoint };
      }
    };
    return {
      id,
      write,
      access,
      lines,
      pulled,
      fill: (space: string, from: number, to: number) =>
        write(async (tx) => {
          for (let i = from; i < to; i += 1) {
            await tx.put('projectItems', `i${i}`, item(space, { title: `Item ${i}`, url: 'x'.repeat(900) }) as never);
            if (i % 10 === 0)
              await tx.put('terms', `t${i}`, {
                space,
                term: `T${i}`,
                definition: '',
                matchCount: 0,
                source: 'MANUAL',
                creatorId: 'ann',
                createdAt: 1,
              } as never);
          }
        }),
    };
  };
  const pagesOf = (lines: ChangesLine[], name: KindName): Page[] =>
    lines.filter((line): line is Page => line.kind === 'page' && line.collection === name);
  const end = (lines: ChangesLine[], name: KindName): Checkpoint => pagesOf(lines, name).at(-1)!.checkpoint;

  it('return the same as pulls, collection after collection in the requested order, with the newest ahead and the totals', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', 'ann');
    await c.access('project:secret', 'ben');
    await c.fill('project:p', 0, 1_300);
    await c.fill('project:secret', 5_000, 5_020);
    const lines = await c.lines('ann', [
      { name: 'terms', checkpoint: null },
      { name: 'projectItems', checkpoint: null, ahead: 5 },
    ]);
    expect(lines.at(0)?.kind).toBe('begin');
    expect(lines.at(-1)?.kind).toBe('end');
    const ahead = lines.find((line) => line.kind === 'ahead')!;
    expect(lines.indexOf(ahead)).toBeLessThan(lines.findIndex((line) => line.kind === 'page'));
    expect(ahead).toMatchObject({ collection: 'projectItems', documents: { length: 5 } });
    expect(lines.find((line) => line.kind === 'total')).toMatchObject({
      documents: { terms: 130, projectItems: 1_300 },
    });
    expect(
      lines
        .flatMap((line) => (line.kind === 'page' ? [line.collection] : []))
        .filter((name, i, all) => name !== all[i - 1]),
    ).toEqual(['terms', 'projectItems']);
    for (const name of ['terms', 'projectItems'] as const) {
      const expected = await c.pulled('ann', name);
      const got = pagesOf(lines, name).flatMap((page) => page.documents);
      expect(got.map(({ id }) => id)).toHaveLength(expected.documents.length);
      expect(new Map(got.map((doc) => [doc.id, doc]))).toEqual(new Map(expected.documents.map((doc) => [doc.id, doc])));
      expect(end(lines, name)).toEqual(expected.checkpoint);
      expect(pagesOf(lines, name).map((page) => page.more)).toEqual([
        ...pagesOf(lines, name)
          .slice(1)
          .map(() => true),
        false,
      ]);
    }
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('advance the checkpoints where nothing happened, and include a pure change of access', async () => {
    const c = await company('ann');
    await c.access('project:p', 'ann');
    await c.fill('project:p', 0, 30);
    const first = await c.lines('ann', [
      { name: 'projectItems', checkpoint: null },
      { name: 'terms', checkpoint: null },
      { name: 'notes', checkpoint: null },
    ]);
    await c.write((tx) => tx.put('terms', 't0', { term: 'Changed' } as never));
    const asked = (['projectItems', 'terms', 'notes'] as const).map((name) => ({ name, checkpoint: end(first, name) }));
    const second = await c.lines('ann', asked);
    expect(pagesOf(second, 'projectItems')).toMatchObject([{ documents: [], more: false }]);
    expect(pagesOf(second, 'terms').flatMap((page) => page.documents)).toMatchObject([{ id: 't0', term: 'Changed' }]);
    for (const name of ['projectItems', 'terms', 'notes'] as const)
      expect(end(second, name)).toEqual((await c.pulled('ann', name, end(first, name))).checkpoint);
    // a pure change of access is included in every collection
    await c.access('project:p', 'ben');
    const third = await c.lines(
      'ann',
      asked.map(({ name }) => ({ name, checkpoint: end(second, name) })),
    );
    expect(pagesOf(third, 'projectItems').flatMap((page) => page.documents)).toHaveLength(30);
    expect(
      pagesOf(third, 'projectItems')
        .flatMap((page) => page.documents)
        .every((doc) => doc._deleted),
    ).toBe(true);
  });

  it('resume after an interruption at any line, with concurrent writes and changes of access', async () => {
    const c = await company('ann');
    for (const space of ['project:a', 'project:b', 'project:c']) await c.access(space, 'ann');
    await c.fill('project:a', 0, 700);
    await c.fill('project:b', 700, 1_400);
    await c.access('project:secret', 'ben');
    await c.fill('project:secret', 6_000, 6_010);
    // The head of a visible active space is sent completely, although documents of other spaces are newer; that of an
    // invisible space is not.
    const ahead = (
      await c.lines('ann', [{ name: 'projectItems', checkpoint: null, ahead: 20 }], ({ kind }) => kind === 'ahead', [
        'project:a',
        'project:secret',
      ])
    ).at(-1)!;
    expect(ahead.kind === 'ahead' && ahead.documents.map((doc) => 'space' in doc && doc.space).sort()).toEqual([
      ...Array<string>(20).fill('project:a'),
      ...Array<string>(20).fill('project:b'),
    ]);
    const seed = Number(process.env['SYNC_SEED'] ?? 11);
    console.info(`SYNC_SEED=${seed} (${engine})`);
    let state = seed;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const held = new Map<string, unknown>();
    let checkpoint: Checkpoint | null = null;
    let done = false;
    let cuts = 0;
    for (let round = 0; !done; round += 1) {
      let left = round < 12 ? 1 + next(2) : 1_000;
      const cut = await c.lines(
        'ann',
        [{ name: 'projectItems', checkpoint }],
        (line) => line.kind === 'page' && (left -= 1) === 0,
      );
      for (const page of pagesOf(cut, 'projectItems')) {
        for (const doc of page.documents) {
          if (doc._deleted) held.delete(doc.id);
          else held.set(doc.id, doc);
        }
        checkpoint = page.checkpoint;
      }
      done = cut.at(-1)?.kind === 'end';
      if (done && round < 12) done = false;
      else if (!done) cuts += 1;
      const act = next(4);
      if (act === 0) await c.fill('project:a', 2_000 + round * 10, 2_010 + round * 10);
      else if (act === 1) await c.access(`project:${'abc'[next(3)]!}`, ...(next(2) ? ['ann'] : []));
      else if (act === 2)
        await c.write((tx) =>
          tx.put('projectItems', `i${next(1_400)}`, { space: `project:${'abc'[next(3)]!}` } as never),
        );
      else await c.write((tx) => tx.remove('projectItems', `i${next(1_400)}`));
      if (done) break;
    }
    expect(cuts).toBeGreaterThan(3);
    const last = await c.lines('ann', [{ name: 'projectItems', checkpoint }]);
    for (const doc of pagesOf(last, 'projectItems').flatMap((page) => page.documents)) {
      if (doc._deleted) held.delete(doc.id);
      else held.set(doc.id, doc);
    }
    const { documents } = await c.pulled('ann', 'projectItems');
    expect([...held.keys()].sort()).toEqual(documents.flatMap((doc) => (doc._deleted ? [] : [doc.id])).sort());
  });

  it('report an unusable checkpoint, and restart that collection', async () => {
    const c = await company('ann');
    await c.access('project:p', 'ann');
    await c.fill('project:p', 0, 20);
    const first = await c.lines('ann', [
      { name: 'projectItems', checkpoint: null },
      { name: 'terms', checkpoint: null },
    ]);
    const restored = { seq: 1_000_000, id: '~', floor: 1_000_000 };
    const after = await c.lines('ann', [
      { name: 'projectItems', checkpoint: restored },
      { name: 'terms', checkpoint: end(first, 'terms') },
    ]);
    expect(after.findIndex((line) => line.kind === 'tooOld')).toBe(after.findIndex((line) => line.kind === 'page') - 1);
    expect(pagesOf(after, 'projectItems').flatMap((page) => page.documents)).toHaveLength(20);
    expect(pagesOf(after, 'terms')).toMatchObject([{ documents: [], more: false }]);
    // in the middle of a first sync: the server knows the position, but not the floor
    const middle = await c.lines('ann', [{ name: 'terms', checkpoint: { seq: 1, id: '', floor: 1_000_000 } }]);
    expect(middle.map((line) => line.kind)).toContain('tooOld');
    // a purge in between
    await c.write((tx) => tx.remove('terms', 't0'));
    fixture.time.now += KEEP_DELETIONS_MS + 1;
    await fixture.sync.purge();
    const purged = await c.lines('ann', [{ name: 'terms', checkpoint: end(first, 'terms') }]);
    const kinds = purged.map((line) => line.kind);
    expect(kinds.filter((kind, i) => kind !== kinds[i - 1])).toEqual(['begin', 'total', 'tooOld', 'page', 'end']);
  });

  it('end with the session', async () => {
    const c = await company('ann');
    await c.access('project:p', 'ann');
    await c.fill('project:p', 0, 1_500);
    const lines = await c.lines('ann', [{ name: 'projectItems', checkpoint: null }], (line) => {
      if (line.kind === 'page')
        fixture.events.publish('session', { sessionId: 'session-ann', userId: 'ann', wipe: true, handover: false });
      return false;
    });
    expect(lines.at(-1)).toEqual({ kind: 'failed', error: 'SESSION_REVOKED' });
    expect(pagesOf(lines, 'projectItems')).toHaveLength(1);
  });
});
