/** Pushed note texts: merges of Yjs updates, invalid ones, and their limits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { LIMITS } from '../../sync/model/limits';
import { describeOnEngines } from '../support/database';
import { row, type ServerFixture } from '../support/sync';
import { base64, content, nothing, openPushFixture, pushCompany, revOf, textOf, typed } from '../support/push';

describeOnEngines('push', (engine) => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await openPushFixture(engine);
  });
  afterAll(() => fixture.dispose());
  const company = () => pushCompany(fixture);

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
});
