/** Policies and companies for the tests of the push: people push projects, items and note texts. */
import * as Y from 'yjs';
import type { AnyPushPolicy } from '../../server/sync/sync';
import type { SyncTransaction } from '../../server/sync/store';
import { CallError } from '../../sync/protocol/errors';
import { projectFields } from './documents';
import { actorOf, join, openServerFixture, openItems, type row, type ServerFixture } from './sync';
import type { Engine } from './database';

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

export const project = (id: string, fields = {}): Record<string, unknown> => ({
  ...projectFields(id),
  updatedAt: 1,
  recency: -1,
  ...fields,
});
export const content = (fields = {}): Record<string, unknown> => ({
  space: 'project:p',
  subject: 'note',
  subjectId: 'n',
  creatorId: 'ann',
  state: '',
  updatedAt: 1,
  recency: -1,
  ...fields,
});

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const typed = (text: string, into = new Y.Doc()): { doc: Y.Doc; update: string } => {
  const before = Y.encodeStateVector(into);
  into.getText('t').insert(into.getText('t').length, text);
  return { doc: into, update: base64(Y.encodeStateAsUpdate(into, before)) };
};
export const textOf = (state: unknown): string => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, new Uint8Array(Buffer.from(String(state), 'base64')));
  return doc.getText('t').toJSON();
};

/** A server fixture with these policies. */
export const openPushFixture = (engine: Engine): Promise<ServerFixture> =>
  openServerFixture(engine, [openItems(), projects, contents]);

/** The result of a push in which every row was accepted. */
export const nothing = { conflicts: [], rejected: [] };
export const revOf = (sent: ReturnType<typeof row>): string => sent.newDocumentState.rev;

let companies = 0;

/** A company with ann as owner of project:p, ben as its viewer, and eve without access. */
export async function pushCompany(fixture: ServerFixture) {
  companies += 1;
  const id = `c${companies}`;
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
}
