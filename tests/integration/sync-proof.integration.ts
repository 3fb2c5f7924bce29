/**
 * The proof of replication: twelve writers change documents and access concurrently while eight people pull pages of
 * random size. Whenever a device has received a complete tick, it must equal the state that the oracle computes from
 * the grants, and every delivered document must have been in that state at some tick between the request and the
 * answer. Each run with one check disabled must be detected.
 */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../sync/model/kind';
import { describeOnEngines, engines, type Engine } from '../support/database';
import { actorOf, item, openServerFixture, openItems, Replica, row, type ServerFixture } from '../support/sync';
import type { PullAnswer } from '../../sync/protocol/messages';
import { Oracle, told, type Delivered, type Fact, type Held } from '../support/sync-oracle';

const WRITERS = 12;
const PULLERS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
const SPACES = ['project:a', 'project:b', 'project:c', 'project:d', 'project:e'];
const DOCS = 40;

/** mulberry32, a seeded random generator */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
/** The test command uses a fixed seed; SYNC_SEED chooses another. */
const seedOf = (): number => Number(process.env['SYNC_SEED'] ?? 20_261_121);

interface Run {
  wrong: string[];
  held: Held[];
  delivered: Delivered[];
  facts: Fact[];
  taken: number;
  conflicts: number;
}

class Proof {
  private readonly oracle = new Oracle();
  private readonly held: Held[] = [];
  private readonly delivered: Delivered[] = [];
  /** the last tick whose commit is known here */
  private committed = 0;
  private readonly pushed = new Map<string, number>();
  private taken = 0;
  private conflicts = 0;

  constructor(
    private readonly fixture: ServerFixture,
    private readonly seed: number,
    private readonly steps: number,
  ) {}

  async run(): Promise<Run> {
    await this.prepare();
    let writing = true;
    const pullers = PULLERS.map((user, i) => this.pull(user, random(this.seed + 100 + i), () => writing));
    await Promise.all(Array.from({ length: WRITERS }, (_, i) => this.write(`w${i}`, random(this.seed + i))));
    writing = false;
    await Promise.all(pullers);
    const wrong = this.oracle.check(this.held, this.delivered);
    return {
      wrong,
      held: this.held,
      delivered: this.delivered,
      facts: this.oracle.facts,
      taken: this.taken,
      conflicts: this.conflicts,
    };
  }

  /** Records which push applied which document at which tick. */
  readonly applied = (id: string, seq: number): void => void this.pushed.set(id, seq);

  private async prepare(): Promise<void> {
    await this.fixture.sync.store.write('c1', async (tx) => {
      for (const user of PULLERS) await this.fixture.sync.setCompanyMember(tx, user, true);
      for (let i = 0; i < WRITERS; i += 1) await this.fixture.sync.setCompanyMember(tx, `w${i}`, true);
      for (const space of SPACES) await tx.createSpace(space, { members: [] });
      this.note(
        PULLERS.map((user) => ({ seq: tx.seq, kind: 'person', user, active: true })),
        tx.seq,
      );
    });
  }

  private note(facts: Fact[], seq: number): void {
    this.oracle.note(...facts);
    this.committed = Math.max(this.committed, seq);
  }

  private async write(writer: string, next: () => number): Promise<void> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    for (let step = 0; step < this.steps; step += 1) {
      const dice = next();
      if (dice < 0.3) await this.push(writer, `d${Math.floor(next() * DOCS)}`, pick);
      else await this.change(dice, pick, next);
    }
  }

  /** A write of the server: one to three changes in one tick. */
  private async change(dice: number, pick: <T>(list: readonly T[]) => T, next: () => number): Promise<void> {
    const facts: Fact[] = [];
    const seq = await this.fixture.sync.store.write('c1', async (tx) => {
      for (let n = 1 + Math.floor(next() * 3); n > 0; n -= 1) {
        const id = `d${Math.floor(next() * DOCS)}`;
        const current = await tx.get('projectItems', id);
        if (dice < 0.6) {
          const space = current && next() < 0.5 ? current.space : pick(SPACES);
          const { rev } = await tx.put('projectItems', id, item(space) as never);
          facts.push({ seq: tx.seq, kind: 'doc', id, space, rev, deleted: false });
        } else if (dice < 0.7) {
          await tx.remove('projectItems', id);
          if (current) facts.push({ seq: tx.seq, kind: 'doc', id, space: current.space, rev: '', deleted: true });
        } else if (dice < 0.95) {
          const space = pick(SPACES);
          const members = new Map<string, Role>();
          for (const user of PULLERS)
            if (next() < 0.4) members.set(user, pick(['viewer', 'contributor', 'owner'] as const));
          const everyone = next() < 0.2 ? pick(['viewer', 'contributor'] as const) : null;
          const writers = Array.from({ length: WRITERS }, (_, i) => ({ userId: `w${i}`, role: 'owner' as const }));
          await tx.setAccess(space, {
            members: [...[...members].map(([userId, role]) => ({ userId, role })), ...writers],
            everyone,
          });
          facts.push({ seq: tx.seq, kind: 'access', space, members, everyone });
        } else {
          const user = pick(PULLERS);
          const active = next() < 0.6;
          await this.fixture.sync.setCompanyMember(tx, user, active);
          facts.push({ seq: tx.seq, kind: 'person', user, active });
        }
      }
      return tx.seq;
    });
    this.note(facts, seq);
  }

  /** A write of a client, based on the revision it saw last. */
  private async push(writer: string, id: string, pick: <T>(list: readonly T[]) => T): Promise<void> {
    const actor = actorOf(writer);
    const seen = await this.fixture.sync.store.visible(actor, 'projectItems', id);
    const space = seen ? pick([seen.space, seen.space, ...SPACES]) : pick(SPACES);
    const sent = seen ? row(id, seen.rev, { title: writer, space }) : row(id, null, item(space));
    const answer = await this.fixture.sync.push(actor, 'projectItems', [sent]);
    if (answer.conflicts.length > 0) this.conflicts += 1;
    if (answer.conflicts.length + answer.rejected.length > 0) return;
    this.taken += 1;
    const seq = this.pushed.get(`${id} ${sent.newDocumentState.rev}`)!;
    this.note([{ seq, kind: 'doc', id, space, rev: sent.newDocumentState.rev, deleted: false }], seq);
  }

  private async pull(user: string, next: () => number, writing: () => boolean): Promise<void> {
    const replica = new Replica(this.fixture, actorOf(user), 'projectItems');
    for (let more = true, last = false; more || !last;) {
      // The round that begins after the last write is the last one.
      if (!more) last = !writing();
      const limit = 1 + Math.floor(next() * 20);
      const from = this.committed;
      const answer =
        next() < 0.4
          ? await this.changes(replica, next)
          : await this.fixture.sync.pull(replica.actor, 'projectItems', replica.checkpoint, limit);
      const { documents, checkpoint } = answer;
      const to = await this.clock();
      for (const doc of documents) {
        const as = doc._deleted ? null : told(doc.space, doc.rev, doc.abilities.includes('update'));
        this.delivered.push({ user, from, to, id: doc.id, told: as });
        if (doc._deleted) replica.docs.delete(doc.id);
        else replica.docs.set(doc.id, doc);
      }
      replica.checkpoint = checkpoint;
      ({ more } = answer);
      if (!more)
        this.held.push({
          user,
          seq: checkpoint!.seq,
          docs: new Map([...replica.docs].map(([id, d]) => [id, told(d.space, d.rev, d.abilities.includes('update'))])),
        });
      // Occasionally a new device: a first sync during the writes.
      if (!more && next() < 0.1) {
        replica.docs.clear();
        replica.checkpoint = null;
      }
    }
  }

  /** The same in one streamed answer, sometimes cut after a page. Returns `more: false` if it was complete. */
  private async changes(replica: Replica, next: () => number): Promise<PullAnswer> {
    const got: PullAnswer = { documents: [], checkpoint: replica.checkpoint, more: true };
    for await (const line of this.fixture.sync.changes(replica.actor, {
      collections: [{ name: 'projectItems', checkpoint: replica.checkpoint, ahead: 0 }],
      total: false,
      near: [],
    })) {
      if (line.kind !== 'page') continue;
      got.documents.push(...line.documents);
      got.checkpoint = line.checkpoint;
      got.more = line.more;
      if (next() < 0.1) break;
    }
    return got;
  }

  private async clock(): Promise<number> {
    const found = await sql<{ seq: number }>`select seq from company_clock where company_id = 'c1'`.execute(
      this.fixture.database.db,
    );
    return found.rows[0]!.seq;
  }
}

async function prove(
  engine: Engine,
  seed: number,
  steps: number,
  sabotage?: { from: string; to: string },
): Promise<Run> {
  const running: { proof?: Proof } = {};
  fixture = await openServerFixture(engine, [openItems((id, seq, rev) => running.proof?.applied(`${id} ${rev}`, seq))]);
  if (sabotage) await replaceInAccess(fixture, sabotage);
  running.proof = new Proof(fixture, seed, steps);
  return running.proof.run();
}

/** Replaces a part of the SQL function that decides visibility. */
async function replaceInAccess(of: ServerFixture, { from, to }: { from: string; to: string }): Promise<void> {
  const found = await sql<{ text: string }>`select pg_get_functiondef('sync_access'::regproc) as text`.execute(
    of.database.db,
  );
  const text = found.rows[0]!.text;
  expect(text).toContain(from);
  await sql.raw(text.replace(from, to)).execute(of.database.db);
}

let fixture: ServerFixture | undefined;
afterEach(async () => {
  await fixture?.dispose();
  fixture = undefined;
});

describeOnEngines('the proof of replication', (engine) => {
  it('gives every person exactly the visible documents, at every tick', async () => {
    const seed = seedOf();
    console.info(`SYNC_SEED=${seed} (${engine})`);
    const run = await prove(engine, seed, Number(process.env['SYNC_STEPS'] ?? 30));
    expect(run.wrong.slice(0, 5)).toEqual([]);
    // The run was not trivial.
    const count = (test: (f: Fact) => boolean): number => run.facts.filter(test).length;
    expect(count((f) => f.kind === 'doc' && f.deleted)).toBeGreaterThan(5);
    expect(count((f) => f.kind === 'access')).toBeGreaterThan(50);
    expect(count((f) => f.kind === 'person')).toBeGreaterThan(10);
    expect(run.held.length).toBeGreaterThan(25);
    expect(run.held.filter((h) => h.docs.size > 0).length).toBeGreaterThan(10);
    expect(run.delivered.filter((d) => d.told === null).length).toBeGreaterThan(30);
    expect(run.taken).toBeGreaterThan(30);
  });
});

describe('the proof itself', () => {
  it.each([
    ['a lost grant still counts', { from: 'until_seq is null as live from member', to: 'true as live from member' }],
    [
      'a gained space does not count as changed',
      {
        from: 'greatest(cm.since_seq, m.since_seq, m.until_seq, s.everyone_since, s.everyone_until)',
        to: 'm.first_seq',
      },
    ],
    ['a former member still sees', { from: 'cm.until_seq is null and (', to: '(' }],
    [
      'the loss of a space is not delivered',
      { from: 'then least(m.until_seq, cm.until_seq) end', to: 'then m.first_seq - 1 end' },
    ],
  ])('fails when %s', async (_name, sabotage) => {
    const run = await prove(engines().at(-1)!, 7, 12, sabotage);
    expect(run.wrong.length).toBeGreaterThan(0);
  });
});
