/** Answers of a server with a restored database to clients from before the restore. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginEpoch } from '../../server/sync/epoch';
import { AFTER_ALL_IDS } from '../../server/sync/pull';
import { spaceOf } from '../../sync/model/ids';
import { nextRev } from '../../sync/model/rev';
import type { ChangesLine, Checkpoint } from '../../sync/protocol/messages';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnEngines } from '../support/database';

describeOnEngines('a restored database', (engine) => {
  let core: Core;
  let ann: Person;
  const backupAt = Date.now() - 1000;
  beforeEach(async () => {
    core = await openCore(engine);
    ann = core.person('ann');
  });
  afterEach(() => core.close());

  const pull = (checkpoint: Checkpoint | null, limit = 100, deletions = false) =>
    core.sync.pull(ann.actor, 'preferences', checkpoint, limit, { deletions });
  const changes = async (checkpoint: Checkpoint | null): Promise<ChangesLine[]> => {
    const lines: ChangesLine[] = [];
    for await (const line of core.sync.changes(ann.actor, {
      collections: [{ name: 'preferences', checkpoint, ahead: 0 }],
      total: false,
      near: [],
    }))
      lines.push(line);
    return lines;
  };
  const restored = (): Promise<void> => beginEpoch(core.platform.db, backupAt, Date.now());
  const template = (id: string, title: string) => ({
    id,
    space: spaceOf('person', 'ann'),
    title,
    content: '',
    categoryId: 'general',
    langType: 'en',
    builtIn: false,
    creatorId: 'ann',
    createdAt: 1,
  });

  it('names its epoch in every checkpoint, and recognises its own', async () => {
    expect((await pull(null)).checkpoint).not.toHaveProperty('epoch');
    await restored();
    const { checkpoint } = await pull(null);
    expect(checkpoint!.epoch).toMatch(new RegExp(`^${backupAt}-[0-9a-f]{12}$`));
    expect((await pull(checkpoint)).checkpoint).toEqual(checkpoint);
    for (const from of [null, checkpoint])
      for (const line of await changes(from))
        if (line.kind === 'page') expect(line.checkpoint.epoch).toBe(checkpoint!.epoch);
    expect((await changes(checkpoint)).map(({ kind }) => kind)).toEqual(['begin', 'page', 'end']);
  });

  it('accepts no checkpoint of another epoch, at any call and position', async () => {
    const { checkpoint: before } = await pull(null);
    const midway: Checkpoint = { seq: 0, id: '', floor: before!.floor };
    await restored();
    const { checkpoint: first } = await pull(null);
    await restored();
    // ticks of both timelines are below the clock by now: only the epoch distinguishes them
    for (const foreign of [before!, midway, first!, { ...first!, seq: first!.seq - 1 }]) {
      await expect(pull(foreign)).rejects.toMatchObject({ code: 'CHECKPOINT_TOO_OLD' });
      expect((await changes(foreign)).map(({ kind }) => kind)).toEqual(['begin', 'tooOld', 'page', 'end']);
    }
  });

  it('serves a client without support for epochs: from the start once, then incrementally', async () => {
    const { checkpoint: before } = await pull(null);
    await restored();
    await expect(pull(before)).rejects.toMatchObject({ code: 'CHECKPOINT_TOO_OLD' });
    const { epoch: _epoch, ...without } = (await pull(null)).checkpoint!;
    await expect(pull(without)).resolves.toMatchObject({ documents: [] });
    const at = core.now();
    const answer = await core.sync.push(ann.actor, 'templates', [
      {
        assumedMasterState: null,
        newDocumentState: { rev: nextRev(null), updatedAt: at, ...template('t1', 'Mine') } as never,
      },
    ]);
    expect(answer).toEqual({ conflicts: [], rejected: [] });
  });

  it('applies no part of a push of another epoch', async () => {
    const row = (id: string, epoch: string) => ({
      assumedMasterState: null,
      newDocumentState: { rev: nextRev(null), updatedAt: core.now(), ...template(id, id) } as never,
      epoch,
    });
    await expect(core.sync.push(ann.actor, 'templates', [row('t1', '')])).resolves.toEqual({
      conflicts: [],
      rejected: [],
    });
    await restored();
    const { epoch } = (await pull(null)).checkpoint!;
    await expect(core.sync.push(ann.actor, 'templates', [row('t2', epoch!), row('t3', '')])).rejects.toMatchObject({
      code: 'CHECKPOINT_TOO_OLD',
    });
    expect((await core.sync.push(ann.actor, 'templates', [row('t2', epoch!)])).rejected).toEqual([]);
    expect(await ann.sees('templates', 't3')).toBeNull();
  });

  it('sends a comparing client all known deletions, page by page', async () => {
    for (const id of ['t1', 't2', 't3']) {
      await ann.push('templates', null, template(id, id));
      const { rev } = (await ann.sees('templates', id))!;
      if (id !== 't2')
        await core.sync.push(ann.actor, 'templates', [
          { assumedMasterState: { rev }, newDocumentState: { id, rev: nextRev(rev), _deleted: true } },
        ]);
    }
    // a purge makes other checkpoints too old, but not this one
    await core.platform.query({
      text: `insert into space_gc (company_id, space_id, collection, gc_seq)
        select company_id, $1, 'templates', seq from company_clock where company_id = 'c1'`,
      values: [spaceOf('person', 'ann')],
    });
    await restored();
    const received: [string, boolean][] = [];
    let checkpoint: Checkpoint | null = null;
    do {
      const answer: Awaited<ReturnType<typeof pull>> = await core.sync.pull(ann.actor, 'templates', checkpoint, 1, {
        deletions: true,
      });
      received.push(...answer.documents.map(({ id, _deleted }): [string, boolean] => [id, _deleted === true]));
      checkpoint = answer.checkpoint;
    } while (checkpoint!.id !== AFTER_ALL_IDS);
    expect(received.sort()).toEqual([
      ['t1', true],
      ['t2', false],
      ['t3', true],
    ]);
    expect((await core.sync.pull(ann.actor, 'templates', null, 10)).documents.map(({ id }) => id)).toEqual(['t2']);
  });
});
