/**
 * Text typed into a document that is deleted elsewhere, and a process killed at any moment around it: durable text is
 * in the document, or readable under "needs attention".
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../../sync/model/note-document';
import { fromBase64, toBase64 } from '../../sync/merge/yjs';
import { markdownOfState } from '../../sync/merge/note-text';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { engineSuite, typed } from '../support/engine-suite';
import { atRest, copyOf } from '../support/fuzz/disk';
import { Choices } from '../support/fuzz/random';

const suite = engineSuite();

async function withNote(multiInstance = false): Promise<{ device: EngineDevice; noteId: string }> {
  const device = await suite.device({ multiInstance });
  const { id: projectId } = await device.api.run('project.create', { title: 'Project' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Note' });
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'long known. ').update);
  await text.close();
  await synced(device.api);
  return { device, noteId };
}

async function killed(device: EngineDevice): Promise<EngineDevice> {
  await eventually(() => atRest(device.indexedDB), 'the disk is at rest');
  const disk = copyOf(device.indexedDB);
  await device.kill();
  const again = engineDevice({
    fetch: (input, init) => suite.server.fetch(input, init),
    disk: { indexedDB: await disk(), prefix: device.prefix },
  });
  suite.devices.push(again);
  await again.api.open({ refresh: false });
  return again;
}

/**
 * Deleted by another person; pending writes to it are rejected, as by a server on which the person has lost the write
 * permission.
 */
const gone = async (device: EngineDevice, noteId: string): Promise<void> => {
  suite.server.rejectionOf = (collection) =>
    collection.startsWith('note') ? { code: 'NOTE_NOT_FOUND', retry: false } : null;
  suite.server.remove('notes', noteId);
  suite.server.remove('noteContents', noteId);
  await until(device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (content) => content === null);
};

/** All content under "needs attention", as readable text. */
async function readable(device: EngineDevice): Promise<string> {
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length > 0);
  return (await Promise.all(items.map(async (item) => (await device.api.outboxFile(item.id))!.blob.text())))
    .join('\n')
    .trim();
}

test('typed, deleted elsewhere, killed before any compaction: the words can be read', async () => {
  const { device, noteId } = await withNote();
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'last words ', 12).update);
  await gone(device, noteId);
  expect(await readable(await killed(device))).toBe('long known. last words');
});

test('concurrent text of another person is included: words typed into it can be read', async () => {
  const { device, noteId } = await withNote();
  const page = new Y.Doc();
  const text = await device.api.openText(noteId, (update) => Y.applyUpdate(page, update));
  Y.applyUpdate(page, text.state);
  const first = typed(Y.encodeStateAsUpdate(page), 'mine ', 12);
  Y.applyUpdate(page, first.update);
  await text.append(first.update);
  const theirs = typed(fromBase64(suite.server.doc('noteContents', noteId)!['state'] as string), 'and theirs ', 5);
  suite.server.put('noteContents', { id: noteId, state: toBase64(theirs.state) });
  await eventually(() => /theirs/.test(markdownOfState(Y.encodeStateAsUpdate(page))), 'their words are here');
  const at = (page.getXmlFragment(NOTE_FRAGMENT).get(0) as Y.XmlElement).get(0).toString().indexOf('theirs');
  const second = typed(Y.encodeStateAsUpdate(page), 'now ', at);
  await text.append(second.update);
  await gone(device, noteId);
  expect(await readable(await killed(device))).toMatch(/long and now theirs known. mine/);
});

test('the earlier item was dropped before the restart: words typed since can be read separately', async () => {
  const { device, noteId } = await withNote();
  const text = await device.api.openText(noteId, () => {});
  await gone(device, noteId);
  const first = typed(text.state, 'refused ');
  await text.append(first.update);
  await text.compact();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'drop' });
  await text.append(typed(first.state, 'after it ').update);
  expect(await readable(await killed(device))).toBe('after it refused long known.');
});

test('the text remains and only writing it is rejected: words typed after rejected and dropped ones can be read after a kill', async () => {
  const { device, noteId } = await withNote();
  suite.server.rejectionOf = (collection) =>
    collection === 'noteContents' ? { code: 'NOTE_EDIT_DENIED', retry: false } : null;
  const text = await device.api.openText(noteId, () => {});
  const first = typed(text.state, 'refused ');
  await text.append(first.update);
  await text.compact();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  await until(device.api, { kind: 'status' }, (s) => s.waiting.documents === 0);
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'drop' });
  await text.append(typed(first.state, 'behind ', 8).update);
  expect(await readable(await killed(device))).toBe('refused behind long known.');
});

test('typed during a compaction, then deleted elsewhere and killed: nothing unreadable is left', async () => {
  const { device, noteId } = await withNote();
  const text = await device.api.openText(noteId, () => {});
  let state = text.state;
  const work: Promise<void>[] = [];
  for (let i = 0; i < 12; i += 1) {
    const step = typed(state, `w${i} `);
    state = step.state;
    work.push(text.append(step.update));
    if (i % 4 === 0) work.push(text.compact());
  }
  await Promise.all(work);
  const last = typed(state, 'last ');
  await text.append(last.update);
  await gone(device, noteId);
  const read = await readable(await killed(device));
  for (let i = 0; i < 12; i += 1) expect(read).toContain(`w${i} `);
  expect(read).toContain('last');
});

test.each(Array.from({ length: 10 }, (_, i) => i + 1))(
  'seed %i: typing, compactions, remote updates, two tabs, a deletion and a kill in any order lose no durable word',
  async (seed) => {
    const choices = new Choices(seed);
    const { device, noteId } = await withNote(true);
    const tab = engineDevice({
      fetch: (i, o) => suite.server.fetch(i, o),
      multiInstance: true,
      locks: device.locks,
      openChannel: device.openChannel,
      disk: { indexedDB: device.indexedDB, prefix: device.prefix },
    });
    suite.devices.unshift(tab);
    await tab.api.open({ refresh: false });
    const editors = await Promise.all(
      [device, tab].map(async ({ api }) => {
        const page = new Y.Doc();
        const text = await api.openText(noteId, (update) => Y.applyUpdate(page, update));
        Y.applyUpdate(page, text.state);
        return { page, text };
      }),
    );
    const words: string[] = [];
    const deleteAt = 6 + choices.below(10);
    const end = deleteAt + 1 + choices.below(5);
    for (let step = 0; step < end; step += 1) {
      const { page, text } = choices.pick(editors);
      const dice = choices.next();
      if (step === deleteAt) {
        await gone(device, noteId);
        continue;
      }
      // text sent long before is no longer this device's: each deletion is preceded by typing
      if (dice < 0.6 || step === deleteAt - 1) {
        const word = `s${seed}w${step}`;
        const before = (page.getXmlFragment(NOTE_FRAGMENT).get(0) as Y.XmlElement).get(0).toString();
        const starts = [0, ...[...before.matchAll(/ /g)].map(({ index }) => index + 1)];
        const typing = typed(Y.encodeStateAsUpdate(page), `${word} `, choices.pick(starts));
        Y.applyUpdate(page, typing.update);
        await text.append(typing.update);
        words.push(word);
      } else if (dice < 0.8) await text.compact();
      else if (step < deleteAt) {
        const there = fromBase64(suite.server.doc('noteContents', noteId)!['state'] as string);
        suite.server.put('noteContents', { id: noteId, state: toBase64(typed(there, `elsewhere${step} `).state) });
        await eventually(
          () => markdownOfState(Y.encodeStateAsUpdate(page)).includes(`elsewhere${step} `),
          'it arrives',
        );
      }
    }
    const read = await readable(await killed(device));
    for (const word of words) expect(read, `seed ${seed}`).toMatch(new RegExp(`\\b${word}\\b`));
  },
);

// Seed 305117117: typed text was restored without its space, and without its document.
test('a retry: with its note the text is restored completely; without it the words remain in the inbox', async () => {
  const { device, noteId } = await withNote();
  const note = suite.server.doc('notes', noteId)!;
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'last words ', 12).update);
  await gone(device, noteId);
  await text.close();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length > 0);
  const retry = (): Promise<unknown> => device.api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (one) => one === null);
  await expect(retry()).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  expect(await readable(device)).toContain('last words');
  suite.server.rejectionOf = () => null;
  suite.server.put('notes', { ...note, rev: '9-back' });
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (one) => one !== null);
  await retry();
  await eventually(() => suite.server.doc('noteContents', noteId) !== null, 'the text is on the server');
  expect(suite.server.doc('noteContents', noteId)).toMatchObject({
    space: note['space'],
    subject: 'note',
    subjectId: noteId,
    creatorId: note['creatorId'],
  });
});
