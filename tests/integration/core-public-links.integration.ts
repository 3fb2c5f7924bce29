/** The public address of a note, where two organizations have a note with the same id. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { TRASH_DAYS, trashCalls } from '../../server/core/trash/contract';
import { createTrash } from '../../server/core/trash/service';
import { noteCalls } from '../../server/core/notes/contract';
import { publicNote } from '../../server/core/notes/public-link';
import { projectCalls } from '../../server/core/projects/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const DAY = 24 * 60 * 60_000;

describeOnDatabase('addresses of public notes', (engine) => {
  let core: Core;
  let ann: Person;
  let zoe: Person;
  const projectOf = new Map<Person, string>();
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, zoe] = [core.person('ann'), core.person('zoe')];
    for (const person of [ann, zoe])
      projectOf.set(person, (await person.call(projectCalls.create, { title: `Open to all on ${engine}` })).id);
  });
  afterAll(() => core.close());

  const create = (by: Person, id: string, shareRange = 'project') =>
    by.refused('notes', null, {
      id,
      space: spaceOf('project', projectOf.get(by)!),
      projectId: projectOf.get(by)!,
      title: `By ${by.actor.userId}`,
      snippet: '',
      type: 'note',
      creatorId: by.actor.userId,
      shareRange,
      words: 0,
      characters: 0,
      createdAt: 1,
    });
  const share = async (by: Person, id: string, shareRange: string) =>
    by.refused('notes', (await by.sees('notes', id))!, { shareRange });
  const shownOf = async (id: string) => (await publicNote(core.platform, id))?.companyId;
  const both = async () => {
    const id = newId(core.now());
    expect([await create(ann, id), await create(zoe, id)]).toEqual(['', '']);
    return id;
  };

  it.each(['ann', 'zoe'])(
    'belongs to the company that stored the note first, also before it is published: %s',
    async (name) => {
      const [first, second] = name === 'ann' ? [ann, zoe] : [zoe, ann];
      const id = newId(core.now());
      expect([await create(first, id), await create(second, id)]).toEqual(['', '']);
      // by a push, by a call, and by a note that is public from its beginning
      expect(await share(second, id, 'public')).toBe('PUBLIC_LINK_TAKEN');
      const refusal = await second.refusal(noteCalls.share, { noteId: id, shareRange: 'public' });
      expect(refusal.code).toBe('PUBLIC_LINK_TAKEN');
      expect((await second.sees('notes', id))?.shareRange).toBe('project');
      expect(await share(first, id, 'public')).toBe('');
      expect(await shownOf(id)).toBe(first.actor.companyId);
      const other = newId(core.now());
      expect([await create(first, other), await create(second, other, 'public')]).toEqual(['', 'PUBLIC_LINK_TAKEN']);
      expect(await second.sees('notes', other)).toBeNull();
      expect(await share(first, other, 'public')).toBe('');
      expect(await shownOf(other)).toBe(first.actor.companyId);
    },
  );

  it('stays with its company while the note is private or in the trash', async () => {
    const id = await both();
    await share(ann, id, 'public');
    await share(ann, id, 'private');
    expect(await shownOf(id)).toBeUndefined();
    expect(await share(zoe, id, 'public')).toBe('PUBLIC_LINK_TAKEN');
    await share(ann, id, 'public');
    await ann.call(noteCalls.remove, { id });
    expect(await share(zoe, id, 'public')).toBe('PUBLIC_LINK_TAKEN');
    await ann.call(trashCalls.restore, { kind: 'notes', id });
    expect(await shownOf(id)).toBe('c1');
  });

  it.each([
    ['its creator', (id: string) => ann.call(trashCalls.erase, { kind: 'notes', id })],
    [
      'the trash, after thirty days',
      async () => {
        core.parts.pass((TRASH_DAYS + 1) * DAY);
        await createTrash(core.services).cleanUp();
      },
    ],
    [
      'the organization’s retention',
      async () => {
        const expiry = createDocumentExpiry(core.platform, core.sync.store, [{ collection: 'notes' }]);
        await core.sync.store.write('c1', (tx) => expiry.endTrash(tx, core.now() + 1, core.now()));
        core.parts.pass(8 * DAY);
        await expiry.erase('c1', core.now());
      },
    ],
    [
      'the deletion of all of its organization’s documents',
      async () => {
        await core.platform.db
          .deleteFrom('doc')
          .where('company_id', '=', 'c1')
          .where('collection', '=', 'notes')
          .execute();
      },
    ],
  ])('is free again once the note was erased by %s', async (_by, erase) => {
    const id = await both();
    await share(ann, id, 'public');
    await ann.call(noteCalls.remove, { id });
    expect(await share(zoe, id, 'public')).toBe('PUBLIC_LINK_TAKEN');
    await erase(id);
    expect(await share(zoe, id, 'public')).toBe('');
    expect(await shownOf(id)).toBe('c2');
  });

  /** The claims that an update made of the notes there were, in the table as it is now. */
  const claimsOf = (migration: string): string =>
    migration
      .slice(migration.lastIndexOf('insert into'))
      .replace('public_note (note_id, company_id)', 'public_page (document_id, company_id, collection)')
      .replace(' from doc', `, 'notes' from doc`)
      .replace('on conflict (note_id)', 'on conflict (collection, document_id)');

  it('belongs, after the update, to the only organization with a public note of that id', async () => {
    const file = await readFile('server/platform/database/migrations/075-public-note-claims.sql', 'utf8');
    const [clear, shared] = [newId(core.now()), await both()];
    await create(zoe, clear, 'public');
    await share(ann, shared, 'public');
    await core.platform.db.deleteFrom('public_page').execute();
    await share(zoe, shared, 'public');
    await core.platform.db.deleteFrom('public_page').execute();
    await core.platform.query({ text: claimsOf(file) });
    expect([await shownOf(clear), await shownOf(shared)]).toEqual(['c2', undefined]);
    // published again, with another date
    expect(await ann.refused('notes', (await ann.sees('notes', shared))!, { linkExpiresAt: core.now() + DAY })).toBe(
      '',
    );
    expect(await shownOf(shared)).toBe('c1');
  });

  it('belongs, after the update, to a note in the trash too, unless another one is public', async () => {
    const file = await readFile('server/platform/database/migrations/075-public-note-claims.sql', 'utf8');
    const [deleted, shared] = [newId(core.now()), await both()];
    const { id: projectId } = await ann.call(projectCalls.create, { title: `Deleted on ${engine}` });
    await create(ann, deleted, 'public');
    await ann.refused('notes', (await ann.sees('notes', deleted))!, {
      projectId,
      space: spaceOf('project', projectId),
    });
    await ann.call(projectCalls.remove, { id: projectId });
    await share(ann, shared, 'public');
    await ann.call(noteCalls.remove, { id: shared });
    await core.platform.db.deleteFrom('public_page').execute();
    await share(zoe, shared, 'public');
    await core.platform.db.deleteFrom('public_page').execute();
    await core.platform.query({ text: claimsOf(file) });
    expect([await shownOf(deleted), await shownOf(shared)]).toEqual([undefined, 'c2']);
    await ann.call(trashCalls.restore, { kind: 'projects', id: projectId });
    expect(await shownOf(deleted)).toBe('c1');
  });

  it('belongs, after the update, to the only organization with a note of that id', async () => {
    const file = await readFile('server/platform/database/migrations/111-claims-of-notes.sql', 'utf8');
    const [clear, shared] = [newId(core.now()), await both()];
    await create(zoe, clear);
    await core.platform.db.deleteFrom('public_page').execute();
    await core.platform.query({ text: claimsOf(file) });
    expect([await share(ann, shared, 'public'), await share(zoe, shared, 'public')]).toEqual(['', 'PUBLIC_LINK_TAKEN']);
    await create(ann, clear);
    expect(await share(ann, clear, 'public')).toBe('PUBLIC_LINK_TAKEN');
    expect(await share(zoe, clear, 'public')).toBe('');
  });

  it('is claimed by one of two that create and publish a note at the same time', async () => {
    const id = newId(core.now());
    const answers = await Promise.all([create(ann, id, 'public'), create(zoe, id, 'public')]);
    expect(answers.sort()).toEqual(['', 'PUBLIC_LINK_TAKEN']);
  });
});
