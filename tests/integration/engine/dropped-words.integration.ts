/**
 * One side deletes a block of a note while the other types into it: the words become a conflict version and can be
 * restored.
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../../../sync/model/note-document';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import { stateFromMarkdown, textOfState } from '../../../sync/merge/note-text';
import type { OpenText } from '../../../sync/engine/text/open-text';
import { synced, until, type EngineDevice } from '../../support/engine-device';
import { cutOff, engineSuite, Line, reconnect } from '../../support/engine-suite';

const suite = engineSuite();
type Edit = (fragment: Y.XmlFragment) => void;
const removeLast: Edit = (fragment) => fragment.delete(fragment.length - 1, 1);
const write =
  (words: string): Edit =>
  (fragment) => {
    const block = fragment.get(fragment.length - 1) as Y.XmlElement;
    (block.get(0) as Y.XmlText).insert((block.get(0) as Y.XmlText).length, words);
  };

function edited(state: Uint8Array, edit: Edit): { state: Uint8Array; update: Uint8Array } {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  edit(doc.getXmlFragment(NOTE_FRAGMENT));
  return { state: Y.encodeStateAsUpdate(doc), update: Y.mergeUpdates(updates) };
}

async function withNote(): Promise<{
  device: EngineDevice;
  line: Line;
  noteId: string;
  text: OpenText;
  elsewhere: (edit: Edit) => void;
  onServer: () => string;
}> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Shared' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Minutes' });
  await synced(device.api);
  suite.server.put('noteContents', { id: noteId, state: toBase64(stateFromMarkdown('First.\n\nSecond.')) });
  await until(device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (content) => content?.state !== '');
  const text = await device.api.openText(noteId, () => {});
  const stored = (): Uint8Array => fromBase64(suite.server.doc('noteContents', noteId)!['state'] as string);
  return {
    device,
    line,
    noteId,
    text,
    onServer: () => textOfState(stored()),
    elsewhere: (edit) =>
      suite.server.put('noteContents', { id: noteId, state: toBase64(edited(stored(), edit).state) }),
  };
}

test('typed here, deleted elsewhere: the words become a conflict version with the note’s title and can be restored', async () => {
  const { device, line, noteId, text, elsewhere, onServer } = await withNote();
  await cutOff(device, line);
  await text.append(edited(text.state, write(' With words from here.')).update);
  await text.close();
  elsewhere(removeLast);
  await reconnect(device, line);
  expect(onServer()).toBe('First.');
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length > 0);
  expect(side).toMatchObject({
    collection: 'noteContents',
    documentId: noteId,
    title: 'Minutes',
    mine: 'Second. With words from here.',
    theirs: '',
    stands: 'theirs',
  });
  await device.api.run('conflict.resolve', { id: side!.id, take: 'mine' });
  await synced(device.api);
  expect(onServer()).toBe('First.\nSecond. With words from here.');
  await until(
    device.api,
    { kind: 'one', collection: 'notes', id: noteId },
    (note) => note?.snippet === 'First. Second. With words from here.',
  );
  await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 0);
});

test('deleted here, typed elsewhere: the other side’s words become a conflict version, too', async () => {
  const { device, line, text, elsewhere, onServer } = await withNote();
  await cutOff(device, line);
  await text.append(edited(text.state, removeLast).update);
  await text.close();
  elsewhere(write(' With words from elsewhere.'));
  await reconnect(device, line);
  expect(onServer()).toBe('First.');
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length > 0);
  expect(side).toMatchObject({ mine: '', theirs: 'Second. With words from elsewhere.', stands: 'mine' });
});

test('deleted elsewhere while the words are only in the update log', async () => {
  const { device, noteId, text, elsewhere, onServer } = await withNote();
  await text.append(edited(text.state, write(' Just typed.')).update);
  elsewhere(removeLast);
  await until(
    device.api,
    { kind: 'one', collection: 'noteContents', id: noteId },
    (content) => textOfState(fromBase64(content!.state)) === 'First.',
  );
  await text.close();
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length > 0);
  expect(side).toMatchObject({ title: 'Minutes', mine: 'Second. Just typed.', stands: 'theirs' });
  await synced(device.api);
  expect(onServer()).toBe('First.');
});

test('words that the other side had received before its deletion are not saved', async () => {
  const { device, line, text, elsewhere } = await withNote();
  await text.append(edited(text.state, write(' Known to all.')).update);
  await text.compact();
  await synced(device.api);
  await cutOff(device, line);
  elsewhere(removeLast);
  await device.api.run('note.rename', {
    id: (await until(device.api, { kind: 'find', collection: 'notes' }, () => true))[0]!.id,
    title: 'Renamed',
  });
  await reconnect(device, line);
  await text.close();
  await synced(device.api);
  await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 0);
});
