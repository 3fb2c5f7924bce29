import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { KIND_NAMES } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import { describeOnEngines } from '../support/database';
import { startLocalServer, type LocalServer } from '../support/local-server';
import { actorOf, item, join, openServerFixture, openItems, row, type ServerFixture } from '../support/sync';

interface Received {
  event: string;
  data: { seq: number; collections: string[]; wipe?: boolean; handover?: boolean };
}

/** A client of the stream: records events and waits for later ones. */
class Listener {
  readonly received: Received[] = [];
  ended = false;
  private waiting: (() => void)[] = [];
  private text = '';

  constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.take(chunk));
    response.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  /** Resolves with the first matching event, past or future. */
  async until(fits: (event: Received) => boolean): Promise<Received> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      if (this.ended) throw new Error('the stream has ended');
      await this.change();
    }
  }

  async end(): Promise<void> {
    while (!this.ended) await this.change();
  }

  private change = (): Promise<void> =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
    });

  private take(chunk: string): void {
    this.text += chunk;
    const parts = this.text.split('\n\n');
    this.text = parts.pop()!;
    for (const part of parts) {
      const fields = Object.fromEntries(
        part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      if (fields['event'])
        this.received.push({ event: fields['event'], data: JSON.parse(fields['data']!) as Received['data'] });
    }
    this.wake();
  }

  private wake(): void {
    for (const go of this.waiting.splice(0)) go();
  }
}

describeOnEngines('the stream', (engine) => {
  let fixture: ServerFixture;
  let server: LocalServer;
  let companies = 0;
  let listeners: Listener[] = [];

  beforeAll(async () => {
    fixture = await openServerFixture(engine, [openItems()]);
    server = await startLocalServer((req, res) => {
      const [user, company] = String(req.headers['x-test-actor']).split('@');
      fixture.sync.stream.handle(req, res, actorOf(user!, company));
    });
  });
  afterAll(async () => {
    await fixture.dispose();
    await server.close();
  });
  afterEach(() => {
    for (const l of listeners) l.response.destroy();
    listeners = [];
  });

  const listen = async (user: string, company: string): Promise<Listener> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: server.port,
          path: '/api/core/sync/stream',
          headers: { 'x-test-actor': `${user}@${company}` },
        },
        resolve,
      )
        .on('error', reject)
        .end();
    });
    const listener = new Listener(response);
    listeners.push(listener);
    await listener.until((t) => t.event === 'poke');
    return listener;
  };
  /** Resolves when all writes up to a tick have been announced: the setup of a test is complete. */
  const announced = (company: string, seq: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = fixture.events.subscribe('sync', (change) => {
        if (change.companyId !== company || change.seq < seq) return;
        stop();
        resolve();
      });
    });
  const company = async (...people: string[]) => {
    const id = `c${(companies += 1)}`;
    const joined = announced(id, 1);
    await join(fixture, id, ...people);
    await joined;
    /** Returns the tick, after its announcement. */
    const access = async (space: string, members: Record<string, Role>): Promise<number> => {
      let waiting: Promise<void> | undefined;
      const seq = await fixture.sync.store.write(id, async (tx) => {
        waiting = announced(id, tx.seq);
        await tx.setAccess(space, { members: Object.entries(members).map(([userId, role]) => ({ userId, role })) });
        return tx.seq;
      });
      await waiting;
      return seq;
    };
    return { id, access };
  };
  const poked =
    (collection: string) =>
    (t: Received): boolean =>
      t.event === 'poke' && t.data.collections.includes(collection);

  it('begins with the clock, and pokes the people who see the touched space within 200 ms, and nobody else', async () => {
    const c = await company('ann', 'ben', 'eve');
    const elsewhere = await company('ann');
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    const [ann, ben, eve, other] = [
      await listen('ann', c.id),
      await listen('ben', c.id),
      await listen('eve', c.id),
      await listen('ann', elsewhere.id),
    ];
    expect(ann.received[0]).toEqual({ event: 'poke', data: { seq: 2, collections: [] } });
    const took: number[] = [];
    let seq = 3;
    // A busy machine delays some pokes and accelerates none: repeat until one is in time.
    for (; took.length < 5 || (took.length < 60 && Math.min(...took) >= 200); seq += 1) {
      const started = performance.now();
      await fixture.sync.push(actorOf('ann', c.id), 'projectItems', [row(`d${seq}`, null, item('project:p'))]);
      const [toAnn, toBen] = await Promise.all([
        ann.until((t) => t.data.seq === seq),
        ben.until((t) => t.data.seq === seq),
      ]);
      took.push(performance.now() - started);
      expect(toAnn.data.collections).toContain('projectItems');
      expect(toBen.data.collections).toContain('projectItems');
    }
    expect(Math.min(...took)).toBeLessThan(200);
    await c.access('project:eve', { eve: 'owner' });
    await eve.until((t) => t.data.seq === seq);
    expect(eve.received.map((t) => t.data.seq)).toEqual([2, seq]);
    expect(other.received).toHaveLength(1);
  });

  it('requests a full refresh when the access changes, and pokes for a gained space from then on', async () => {
    const c = await company('ann', 'ben');
    await c.access('project:p', { ann: 'owner' });
    const ben = await listen('ben', c.id);
    await c.access('project:p', { ann: 'owner', ben: 'viewer' });
    expect((await ben.until(poked('projectItems'))).data.collections.sort()).toEqual([...KIND_NAMES].sort());
    const { seq } = await fixture.sync.store.write(c.id, async (tx) => {
      await tx.put('projectItems', 'd', item('project:p') as never);
      return tx;
    });
    expect((await ben.until((t) => t.data.seq >= seq)).data.collections).toContain('projectItems');
    const lost = await c.access('project:p', { ann: 'owner' });
    expect((await ben.until((t) => t.data.seq >= lost)).data.collections).toHaveLength(KIND_NAMES.length);
  });

  it('combines concurrent changes into few pokes', async () => {
    const c = await company('ann');
    await c.access('project:p', { ann: 'owner' });
    const ann = await listen('ann', c.id);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        fixture.sync.store.write(c.id, (tx) => tx.put('projectItems', `d${i}`, item('project:p') as never)),
      ),
    );
    await ann.until((t) => t.data.seq === 22);
    // on a slow machine separate writes are not concurrent: they are announced together here
    const before = ann.received.length;
    for (let seq = 23; seq <= 42; seq += 1)
      fixture.events.publish('sync', { companyId: c.id, seq, spaces: { 'project:p': ['projectItems'] }, users: [] });
    await ann.until((t) => t.data.seq === 42);
    expect(ann.received.length - before).toBeLessThan(15);
  });

  it('tells a revoked session, and only that one, that it has ended and whether to erase', async () => {
    const c = await company('ann', 'ben');
    const [ann, ben] = [await listen('ann', c.id), await listen('ben', c.id)];
    fixture.events.publish('session', { sessionId: 'session-ann', userId: 'ann', wipe: true, handover: true });
    expect((await ann.until((t) => t.event === 'revoked')).data).toEqual({ wipe: true, handover: true });
    await ann.end();
    expect(ben.ended).toBe(false);
  });

  it('ends the stream of a person who leaves the company', async () => {
    const c = await company('ann', 'ben');
    const ben = await listen('ben', c.id);
    await fixture.sync.store.write(c.id, (tx) => fixture.sync.setCompanyMember(tx, 'ben', false));
    await ben.end();
  });

  it('releases closed connections', async () => {
    const c = await company('ann');
    const before = fixture.sync.stream.size();
    const ann = await listen('ann', c.id);
    expect(fixture.sync.stream.size()).toBe(before + 1);
    ann.response.destroy();
    const again = await listen('ann', c.id);
    again.response.destroy();
    await expect.poll(() => fixture.sync.stream.size()).toBe(before);
  });
});
