/**
 * A kind of document requires only its declaration and the manifest of its feature to be deleted and restored: with what is
 * within it, by the trash, by the retention, with its project and when its creator leaves. Fails if one of these has its own
 * list of kinds.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { removeContents } from '../../server/core/contents';
import { projectCalls } from '../../server/core/projects/contract';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { trashCalls } from '../../server/core/trash/contract';
import { transferTrash } from '../../server/core/trash/service';
import { coreFeatures } from '../../server/features';
import { defineFeature, none, restorersOf, retentionRules, type Feature } from '../../server/shared/feature';
import type { Restorers, Restoring } from '../../server/shared/trash';
import { newId, spaceOf } from '../../sync/model/ids';
import { KIND_NAMES, type KindName } from '../../sync/model/kinds';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { REPORTS, SECTIONS, SECTION_TEXTS } from '../support/throwaway-reports';

vi.mock('../../sync/model/kinds/list', async (original) => {
  const { reports, sections, sectionTexts } = await import('../support/throwaway-reports');
  return { ...(await original<object>()), reports, sections, sectionTexts };
});

const DAY = 24 * 60 * 60_000;

const because = none('because this feature is thrown away');
/** @param stopped is given the ids of reports that retention deletes */
const reportFeature = (stopped: (ids: readonly string[]) => void) =>
  defineFeature<unknown>({
    name: 'core/reports',
    calls: because,
    handlers: because,
    policies: because,
    jobs: because,
    notifications: because,
    ownership: because,
    retention: {
      rules: [
        {
          collection: REPORTS,
          countedAs: 'files',
          stored: async (_database, _companyId, ids) => ({ bytes: 10 * ids.length }),
          deleted: async (_database, _companyId, ids) => stopped(ids),
        },
      ],
      keepers: [SECTIONS],
    },
    trash: { [REPORTS]: async ({ tx, id }: Restoring) => void (await tx.restore(REPORTS, id)) } as Restorers,
    storage: because,
    audit: because,
    passages: because,
    demo: because,
  });

describeOnDatabase('the deletion of a declared kind', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  const stopped: string[] = [];
  const features = [...coreFeatures, reportFeature((ids) => stopped.push(...ids))] as Feature<never>[];
  beforeAll(async () => {
    core = await openCore(engine, { ports: { restorers: restorersOf(features) } });
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  });
  afterAll(() => core.close());

  let n = 0;
  /** Of Ann's, with Ben as contributor. */
  const project = async (): Promise<string> => {
    const { id } = await ann.call(projectCalls.create, { title: `Project ${(n += 1)} of ${engine}` });
    await ann.call(projectCalls.setContributors, { projectId: id, userIds: ['ben'], departmentIds: [] });
    return id;
  };

  interface Made {
    id: string;
    sectionId: string;
    all: [KindName, string][];
  }
  /** Ben's report, with a section by Ann. */
  const report = (
    projectId: string,
    { at, textAt, space = spaceOf('project', projectId) }: { at?: number; textAt?: number; space?: string } = {},
  ): Promise<Made> =>
    core.sync.store.write('c1', async (tx) => {
      const [id, sectionId] = [newId(), newId()];
      const put = (kind: KindName, docId: string, fields: object, time = at) =>
        tx.put(kind, docId, { space, ...fields }, time);
      await put(REPORTS, id, { projectId, title: `Report ${(n += 1)}`, isOpen: true, creatorId: 'ben' });
      await put(SECTIONS, sectionId, { parentId: id, title: 'Findings', creatorId: 'ann' });
      await put(SECTION_TEXTS, `st_${sectionId}`, { text: 'every word', creatorId: 'ann' }, textAt ?? at);
      return {
        id,
        sectionId,
        all: [
          [REPORTS, id],
          [SECTIONS, sectionId],
          [SECTION_TEXTS, `st_${sectionId}`],
        ],
      };
    });
  /** As the policy of the kind would. */
  const remove = (id: string, by: Person): Promise<void> =>
    core.sync.store.write('c1', async (tx) => {
      await removeContents(tx, REPORTS, id);
      await tx.remove(REPORTS, id);
      await tx.intoTrash(REPORTS, id, by.actor.userId);
    });
  const areLive = ({ all }: Made): Promise<boolean[]> =>
    Promise.all(all.map(async ([kind, id]) => (await ben.sees(kind, id)) !== null));
  /** How many of them still have their content. */
  const stored = async ({ all }: Made): Promise<number> => {
    const { rows } = await core.platform.query({
      text: `select id from doc where data <> '{}' and id = any($1::text[])`,
      values: [all.map(([, id]) => id)],
    });
    return rows.length;
  };
  const entry = async (who: Person, id: string) =>
    (await who.call(trashCalls.page, { pageSize: 1000 })).list.find((each) => each.id === id);
  const asEntry = (id: string) => ({ kind: REPORTS as 'notes', id });

  it('the trash lists it for its creator and its project’s owner, and restores it with what is within it', async () => {
    expect(KIND_NAMES).toEqual(expect.arrayContaining([REPORTS, SECTIONS, SECTION_TEXTS]));
    const made = await report(await project());
    await remove(made.id, ben);
    expect(await areLive(made)).toEqual([false, false, false]);
    expect([(await entry(ben, made.id))?.canErase, (await entry(ann, made.id))?.canErase]).toEqual([true, false]);
    expect(await entry(cho, made.id)).toBeUndefined();
    expect(await code(cho.refusal(trashCalls.restore, asEntry(made.id)))).toBe('TRASH_NOT_FOUND');
    await ann.call(trashCalls.restore, asEntry(made.id));
    expect(await areLive(made)).toEqual([true, true, true]);
    expect(await entry(ben, made.id)).toBeUndefined();
  });

  it('only its creator erases it, with what others wrote within it', async () => {
    const made = await report(await project());
    await remove(made.id, ben);
    expect(await code(ann.refusal(trashCalls.erase, asEntry(made.id)))).toBe('NO_PERMISSION');
    expect(await stored(made)).toBe(3);
    await ben.call(trashCalls.erase, asEntry(made.id));
    expect(await stored(made)).toBe(0);
  });

  it('it is deleted and restored with its project, and kept for its creator when the project is erased', async () => {
    const [restored, erased] = [await project(), await project()];
    // one that only Ben sees, and one in the space of the project
    const [back, kept] = [await report(restored, { space: spaceOf('person', 'ben') }), await report(erased)];
    for (const id of [restored, erased]) await ann.call(projectCalls.remove, { id });
    expect([await areLive(back), await areLive(kept)].flat()).toEqual(Array.from({ length: 6 }, () => false));
    await ann.call(trashCalls.restore, { kind: 'projects', id: restored });
    expect(await areLive(back)).toEqual([true, true, true]);
    await ann.call(trashCalls.erase, { kind: 'projects', id: erased });
    expect(await stored(kept)).toBe(3);
    expect((await entry(ben, kept.id))?.isProjectGone).toBe(true);
  });

  it('retention counts it, keeps it while what is within it changes, and deletes all of it', async () => {
    const projectId = await project();
    const [at, young] = [core.now() - 300 * DAY, core.now()];
    const [old, edited] = [await report(projectId, { at }), await report(projectId, { at, textAt: young })];
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(features));
    const before = core.now() - 180 * DAY;
    const found = await expiry.find('c1', { before });
    expect(found).toEqual([{ collection: REPORTS, id: old.id, creatorId: 'ben' }]);
    expect(await expiry.count('c1', found)).toMatchObject({ files: 1, notes: 0, bytes: 10 });
    expect(expiry.countOf(found[0]!)).toBe('files');
    await core.sync.store.write('c1', (tx) => expiry.remove(tx, found, { before }, core.now()));
    expect([await areLive(old), await areLive(edited)]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
    expect(stopped).toEqual([old.id]);
    core.parts.pass(8 * DAY);
    await expiry.erase('c1', core.now() - 7 * DAY);
    expect([await stored(old), await stored(edited)]).toEqual([0, 3]);
  });

  it('retention ends its time in the trash, with that of what is within it', async () => {
    const at = core.now() - 300 * DAY;
    const made = await report(await project(), { at });
    await remove(made.id, ben);
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(features));
    await core.sync.store.write('c1', (tx) => expiry.endTrash(tx, core.now() - 180 * DAY, core.now()));
    expect(await entry(ben, made.id)).toBeUndefined();
    core.parts.pass(8 * DAY);
    await expiry.erase('c1', core.now() - 7 * DAY);
    expect(await stored(made)).toBe(0);
  });

  it('it passes on from the trash when its creator leaves, without what its creator had decided', async () => {
    const made = await report(await project());
    await remove(made.id, ben);
    await core.sync.store.write('c1', (tx) => transferTrash(core.platform.db, tx, { userId: 'ben' }, 'cho'));
    await ann.call(trashCalls.restore, asEntry(made.id));
    expect(await ann.sees(REPORTS, made.id)).toMatchObject({ creatorId: 'cho', isOpen: false });
    expect(await ann.sees(SECTIONS, made.sectionId)).toMatchObject({ creatorId: 'ann' });
  });
});
