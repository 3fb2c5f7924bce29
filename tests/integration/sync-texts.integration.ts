/** Differences of long texts: which states a pull omits, which differences are sent instead, and to whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { Queries } from '../../server/sync/documents';
import { syncRoutes } from '../../server/sync/routes';
import { readTexts } from '../../server/sync/texts';
import { textOfState } from '../../sync/merge/note-text';
import { fromBase64, toBase64 } from '../../sync/merge/yjs';
import { base64Length } from '../../sync/model/base64';
import { newId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import {
  PAGE_TEXT_MAX,
  syncCalls,
  TEXTS_MAX,
  VECTOR_MAX_BYTES,
  type ChangesLine,
  type Checkpoint,
  type PullAnswer,
} from '../../sync/protocol/messages';
import { Device } from '../support/caller';
import { openCore, type Core } from '../support/core';
import { describeOnEngines } from '../support/database';

interface Text {
  id: string;
  _deleted?: boolean;
  rev?: string;
  state?: string;
  stateOmitted?: boolean;
  update?: string;
  vector?: string;
  abilities?: string[];
}

describeOnEngines('texts by difference', (engine) => {
  let core: Core;
  const ids = { shared: '', private: '', removed: '' };
  beforeAll(async () => {
    core = await openCore(engine);
    const ann = core.person('ann');
    const [shared, own] = [
      await ann.call(projectCalls.create, { title: 'Shared' }),
      await ann.call(projectCalls.create, { title: 'Private' }),
    ];
    await ann.call(projectCalls.setShare, { projectId: shared.id, shareRange: 'customize', userIds: ['ben'] });
    const note = async (projectId: string): Promise<string> =>
      (await ann.call(noteCalls.save, { projectId, title: 'Note', content: 'A few words. '.repeat(20) })).id;
    ids.shared = await note(shared.id);
    ids.private = await note(own.id);
    ids.removed = await note(shared.id);
    await ann.call(noteCalls.remove, { id: ids.removed });
  });
  afterAll(() => core.close());

  const device = (who: string): Device => {
    const made = new Device({ routes: syncRoutes(core.sync), authenticator: core.authenticator });
    made.authorization = `Bearer ${who}`;
    return made;
  };
  const texts = async (who: string, ...requested: { id: string; vector?: string }[]): Promise<Text[]> =>
    (await device(who).call(syncCalls.texts, { texts: requested })).documents as Text[];
  const pulled = async (who: string, options: object): Promise<Text[]> =>
    (await device(who).call(syncCalls.pull, { collection: 'noteContents', ...options })).documents as Text[];
  const stateOf = async (id: string): Promise<string> => (await texts('ann', { id }))[0]!.state!;

  it('omit long states from a pull, and no others', async () => {
    const [whole] = await pulled('ben', {});
    const length = whole!.state!.length;
    expect(whole).toMatchObject({ id: ids.shared, state: await stateOf(ids.shared) });
    expect(await pulled('ben', { stateMax: length })).toEqual([whole]);
    const { state: _, ...rest } = whole!;
    expect(await pulled('ben', { stateMax: length - 1 })).toEqual([{ ...rest, stateOmitted: true }]);
    // a row has no state
    expect(
      (await device('ben').call(syncCalls.pull, { collection: 'notes', stateMax: 0 })).documents.every(
        (document) => !('stateOmitted' in document),
      ),
    ).toBe(true);
  });

  it('reject a limit of states that is longer than any state', async () => {
    const stateMax = base64Length(LIMITS.noteStateBytes);
    expect((await pulled('ben', { stateMax })).length).toBeGreaterThan(0);
    const refusals = [
      await device('ben').refusal(syncCalls.pull, { collection: 'noteContents', stateMax: stateMax + 1 }),
      await device('ben').refusal(syncCalls.pull, { collection: 'notes', stateMax: Number.MAX_SAFE_INTEGER }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['PARAM_ERROR', 'PARAM_ERROR']);
  });

  it('send the difference to a vector, which completes any earlier or other state', async () => {
    const state = await stateOf(ids.shared);
    const client = new Y.Doc();
    Y.applyUpdate(client, fromBase64(state));
    const before = Y.encodeStateVector(client);
    await core.sync.store.write('c1', async (tx) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, fromBase64(state));
      doc.getMap('more').set('word', 'later');
      await tx.put('noteContents', ids.shared, { state: toBase64(Y.encodeStateAsUpdate(doc)) });
    });
    // content that the server does not have does not matter
    client.getMap('mine').set('word', 'unsent');
    for (const vector of [before, Y.encodeStateVector(client)]) {
      const [text] = await texts('ben', { id: ids.shared, vector: toBase64(vector) });
      expect(text).toMatchObject({ id: ids.shared, rev: expect.stringMatching(/^\d+-/) as string, abilities: [] });
      expect([text!.state, text!.update!.length < 200]).toEqual([undefined, true]);
      const completed = new Y.Doc();
      Y.applyUpdate(completed, fromBase64(state));
      Y.applyUpdate(completed, fromBase64(text!.update!));
      expect(completed.getMap('more').get('word')).toBe('later');
      expect(toBase64(Y.encodeStateVector(completed))).toBe(text!.vector);
    }
    expect(textOfState(fromBase64(await stateOf(ids.shared)))).toContain('A few words.');
  });

  it('send the whole text without a vector, and for an empty or invalid one', async () => {
    const state = await stateOf(ids.shared);
    const empty = toBase64(Y.encodeStateVector(new Y.Doc()));
    for (const vector of [{}, { vector: empty }, { vector: '' }, { vector: toBase64(new Uint8Array([255, 255, 255])) }])
      expect((await texts('ben', { id: ids.shared, ...vector }))[0]).toMatchObject({ state });
  });

  it('do not send hidden and missing texts, and send deleted ones as deletions', async () => {
    const vector = toBase64(Y.encodeStateVector(new Y.Doc()));
    const all = [ids.private, newId(), ids.removed].map((id) => ({ id, vector }));
    expect(await texts('ben', ...all)).toEqual([
      { id: ids.removed, _deleted: true, rev: expect.stringMatching(/^\d+-/) as string },
    ]);
    expect(await texts('dee', ...all, { id: ids.shared })).toEqual([]);
    expect((await texts('ann', { id: ids.private, vector })).map(({ id }) => id)).toEqual([ids.private]);
  });

  it('do not send a text that moved out of a space before the person gained it', async () => {
    const ann = core.person('ann');
    const [from, to] = [
      await ann.call(projectCalls.create, { title: 'Moves from' }),
      await ann.call(projectCalls.create, { title: 'Moves to' }),
    ];
    const { id } = await ann.call(noteCalls.save, { projectId: from.id, title: 'Note', content: 'secret' });
    let statements = 0;
    const changing: Queries = {
      query: async (statement) => {
        const answer = await core.platform.query(statement);
        statements += 1;
        if (statements > 1) return answer as never;
        await core.sync.store.write('c1', (tx) => tx.put('noteContents', id, { space: `project:${to.id}` }));
        await ann.call(projectCalls.setShare, { projectId: from.id, shareRange: 'customize', userIds: ['ben'] });
        return answer as never;
      },
    };
    expect(await readTexts(changing, core.person('ben').actor, [{ id }])).toEqual({ documents: [] });
  });

  it('reject too many texts, and a vector that is too large', async () => {
    const refused = async (requested: { id: string; vector?: string }[]): Promise<string> =>
      (await device('ann').refusal(syncCalls.texts, { texts: requested })).code;
    expect(await refused(Array.from({ length: TEXTS_MAX + 1 }, () => ({ id: newId() })))).toBe('PARAM_ERROR');
    expect(await refused([{ id: newId(), vector: toBase64(new Uint8Array(VECTOR_MAX_BYTES + 3)) }])).toBe(
      'PARAM_ERROR',
    );
  });

  describe('of large states', () => {
    /** characters of each state: two fill an answer */
    const LENGTH = Math.ceil(PAGE_TEXT_MAX * 0.6);
    const states = new Map<string, string>();
    const ids: string[] = [];
    let projectId: string;
    beforeAll(async () => {
      const ann = core.person('ann');
      projectId = (await ann.call(projectCalls.create, { title: 'Large' })).id;
      await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['cho'] });
      for (let n = 0; n < 5; n += 1) {
        const { id } = await ann.call(noteCalls.save, { projectId, title: `Large ${n}`, content: '' });
        const doc = new Y.Doc();
        doc.getMap('more').set('word', `${n}`.repeat((LENGTH * 3) / 4));
        states.set(id, toBase64(Y.encodeStateAsUpdate(doc)));
        await core.sync.store.write('c1', (tx) => tx.put('noteContents', id, { state: states.get(id)! }));
        ids.push(id);
      }
    });
    const received = (documents: readonly { id: string }[]): [string, unknown][] =>
      documents.map((document) => [document.id, (document as Text).state]);

    it('end an answer after about 1 MB, and continue with the next text', async () => {
      const answers = [];
      // a hidden text among the others takes no room
      let rest = [ids[0]!, ids[1]!, ids[2]!, newId(), ids[3]!, ids[4]!];
      for (let requests = 0; rest.length > 0 && requests < 10; requests += 1) {
        const { documents, next } = await device('cho').call(syncCalls.texts, { texts: rest.map((id) => ({ id })) });
        answers.push(documents.length);
        expect(received(documents)).toEqual(
          rest
            .filter((id) => states.has(id))
            .slice(0, documents.length)
            .map((id) => [id, states.get(id)]),
        );
        rest = next === undefined ? [] : rest.slice(rest.indexOf(next));
      }
      expect(answers).toEqual([2, 2, 1]);
    });

    it('send many small differences of large texts in one answer', async () => {
      const requested = ids.map((id) => ({
        id,
        vector: toBase64(Y.encodeStateVectorFromUpdate(fromBase64(states.get(id)!))),
      }));
      const { documents, next } = await device('cho').call(syncCalls.texts, { texts: requested });
      expect([documents.map(({ id }) => id), next]).toEqual([ids, undefined]);
    });

    it('end a page of a pull and of a first sync after about 1 MB, and continue behind it', async () => {
      const all: [string, unknown][] = [];
      const pages: [number, boolean][] = [];
      for (let checkpoint: Checkpoint | null = null, more = true; more;) {
        const answer: PullAnswer = await core.sync.pull(core.person('cho').actor, 'noteContents', checkpoint, 25);
        all.push(...received(answer.documents));
        pages.push([answer.documents.length, answer.more]);
        ({ checkpoint, more } = answer);
      }
      expect([pages, all]).toEqual([
        [
          [2, true],
          [2, true],
          [1, false],
        ],
        [...states],
      ]);
      const lines: Extract<ChangesLine, { kind: 'page' }>[] = [];
      for await (const line of core.sync.changes(core.person('cho').actor, {
        collections: [{ name: 'noteContents', checkpoint: null, ahead: 0 }],
        total: false,
        near: [],
      }))
        if (line.kind === 'page') lines.push(line);
      expect(lines.map(({ documents }) => documents.length)).toEqual([2, 2, 1]);
      expect(lines.flatMap(({ documents }) => received(documents))).toEqual([...states]);
      expect(lines.at(-1)).toMatchObject({ more: false });
    });
  });
});
