/** Whether an open text can be written: while permission changes, and while the text is missing. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import { textOfState } from '../../../sync/merge/note-text';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, typed } from '../../support/engine-suite';
import { createNote, following } from '../../support/engine-notes';

const suite = engineSuite();

test('another person’s note is read-only', async () => {
  const device = await suite.device();
  suite.server.put('noteContents', {
    id: 'n1',
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u2',
    state: toBase64(typed(new Uint8Array(), 'read me').state),
    abilities: [],
  });
  await until(device.api, { kind: 'one', collection: 'noteContents', id: 'n1' }, (c) => c !== null);
  const text = await device.api.openText('n1', () => {});
  expect(text.writable).toBe(false);
  expect(textOfState(text.state)).toBe('read me');
  await text.close();
});

test('losing and regaining permission while a text is open is reported, and earlier typing is saved', async () => {
  const device = await suite.device();
  const id = await createNote(device);
  await synced(device.api);
  const text = await device.api.openText(id, () => {});
  const values: unknown[] = [];
  const stop = await device.api.live({ kind: 'writable', contentId: id }, (value) => values.push(value));
  await eventually(() => values.at(-1) === true, 'it can be written');
  suite.server.rejectionOf = (collection) =>
    collection === 'noteContents' ? { code: 'NOTE_EDIT_DENIED', retry: false } : null;
  await text.append(typed(text.state, 'typed before').update);
  suite.server.put('noteContents', { id, abilities: [] });
  await eventually(() => values.at(-1) === false, 'it can not');
  await text.compact();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  expect(await (await device.api.outboxFile(item!.id))!.blob.text()).toContain('typed before');
  suite.server.put('noteContents', { id, abilities: ['update'] });
  await eventually(() => values.at(-1) === true, 'it can be written again');
  // The row had been pushed before its text was rejected.
  await until(
    device.api,
    { kind: 'one', collection: 'notes', id },
    (row) => row?.snippet === '' && row.characters === 0,
  );
  expect(values).toEqual([true, false, true]);
  stop();
  await text.close();
});

test('permission to write a meeting’s note follows the meeting until the note exists', async () => {
  const device = await suite.device();
  const values: unknown[] = [];
  const stop = await device.api.live({ kind: 'writable', contentId: 'mn_m1' }, (value) => values.push(value));
  const meeting = {
    id: 'm1',
    space: 'meeting:m1',
    projectId: '',
    title: 'Elsewhere',
    creatorId: 'u2',
    participants: [],
  };
  suite.server.put('meetings', { ...meeting, abilities: [] });
  await eventually(() => values.at(-1) === false, 'a viewer reads');
  suite.server.put('meetings', { ...meeting, abilities: ['update'] });
  await eventually(() => values.at(-1) === true, 'a contributor writes');
  suite.server.put('noteContents', {
    id: 'mn_m1',
    space: 'meeting:m1',
    subject: 'meeting',
    subjectId: 'm1',
    creatorId: 'u2',
    state: '',
    abilities: [],
  });
  await eventually(() => values.at(-1) === false, 'the note itself decides');
  expect(values).toEqual([null, false, true, false]);
  stop();
});

test.each([
  ['an empty one before', { state: '' }],
  ['nothing before', null],
])('a row that arrives before its text, with %s: the text cannot be written until it arrives', async (_, before) => {
  const { server } = suite;
  const device = await suite.device();
  await synced(device.api);
  const content = { id: 'n1', subject: 'note', subjectId: 'n1', creatorId: 'u1' };
  if (before) server.put('noteContents', { ...content, ...before });
  server.put('notes', {
    id: 'n1',
    projectId: 'p1',
    title: 'Elsewhere',
    creatorId: 'u1',
    snippet: 'written there',
    words: 2,
    characters: 13,
  });
  await until(device.api, { kind: 'one', collection: 'notes', id: 'n1' }, (note) => note !== null);
  await synced(device.api);
  const text = await following(device, 'n1');
  await text.waitFor(null);
  const doc = new Y.Doc();
  const early = await device.api.openText('n1', (update) => Y.applyUpdate(doc, update));
  expect(early.writable).toBe(false);
  await expect(early.append(typed(early.state, 'too early').update)).rejects.toMatchObject({
    code: 'DEVICE_TEXT_MISSING',
  });

  server.put('noteContents', { ...content, state: toBase64(typed(new Uint8Array(), 'written there').state) });
  await text.waitFor(true);
  const late = await device.api.openText('n1', () => {});
  expect([late.writable, textOfState(late.state)]).toEqual([true, 'written there']);
  await eventually(
    () => textOfState(Y.encodeStateAsUpdate(doc)) === 'written there',
    'the early editor receives it, too',
  );
  await early.append(typed(late.state, 'now ').update);
  await Promise.all([early.close(), late.close()]);
  await synced(device.api);
  expect(textOfState(fromBase64(server.doc('noteContents', 'n1')!['state'] as string))).toBe('now written there');
  expect(text.values).toEqual([null, true]);
  text.stop();
});

test('a text that is missing an hour after its row can be written; if it arrives later, both are merged', async () => {
  const { server } = suite;
  const device = await suite.device();
  await synced(device.api);
  const content = { id: 'n1', subject: 'note', subjectId: 'n1', creatorId: 'u1' };
  server.put('noteContents', { ...content, state: '' });
  const hours = 3_600_000;
  server.put('notes', {
    id: 'n1',
    projectId: 'p1',
    title: 'Never sent',
    creatorId: 'u1',
    snippet: 'lost?',
    words: 1,
    characters: 5,
    updatedAt: Date.now() - 2 * hours,
  });
  const access = await following(device, 'n1');
  await access.waitFor(true);
  const text = await device.api.openText('n1', () => {});
  await text.append(typed(text.state, 'written instead ').update);
  await text.close();
  await synced(device.api);
  const other = await suite.device();
  await synced(other.api);
  server.put('noteContents', {
    ...content,
    state: toBase64(
      typed(fromBase64(server.doc('noteContents', 'n1')!['state'] as string), 'and what came late').state,
    ),
  });
  await eventually(
    async () =>
      /written instead/.test(await other.api.textOf('n1', 'text')) &&
      /came late/.test(await other.api.textOf('n1', 'text')),
    'both stand',
  );
  access.stop();
});

test('a note created here is never reported as unavailable', async () => {
  const device = await suite.device();
  const id = await createNote(device);
  const { values, stop, waitFor } = await following(device, id);
  await waitFor(true);
  const text = await device.api.openText(id, () => {});
  let { state } = text;
  for (let i = 0; i < 5; i += 1) {
    const step = typed(state, `w${i} `);
    state = step.state;
    await text.append(step.update);
    await text.compact();
  }
  await text.close();
  await synced(device.api);
  expect(values).toEqual([true]);
  stop();
});

test('a meeting’s note cannot be created while the first sync may still deliver it', async () => {
  const { server } = suite;
  server.put('meetings', {
    id: 'm1',
    space: 'meeting:m1',
    projectId: '',
    title: 'From the phone',
    creatorId: 'u1',
    participants: [],
    abilities: ['update'],
  });
  let open = (): void => {};
  const isOpen = new Promise<null>((resolve) => {
    open = () => resolve(null);
  });
  server.fault = ({ path }) => (path.endsWith('/noteContents/pull') ? isOpen : null);
  const device = await suite.device();
  await until(device.api, { kind: 'one', collection: 'meetings', id: 'm1' }, (meeting) => meeting !== null);
  const { values, stop, waitFor } = await following(device, 'mn_m1');
  await waitFor(null);
  expect((await device.api.openText('mn_m1', () => {})).writable).toBe(false);
  open();
  await waitFor(true);
  expect(values).toEqual([null, true]);
  stop();
});
