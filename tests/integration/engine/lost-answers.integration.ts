/** A deletion whose answer was lost is taken back: on a real server, which has taken it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NoAnswerError } from '../../../sync/protocol/client';
import { eventually, synced, until } from '../../support/engine-device';
import { startRestorable, type RestorableDevice, type RestorableServer } from '../../support/restorable-server';
import { typed } from '../../support/typing';

let server: RestorableServer;
let laptop: RestorableDevice;
let phone: RestorableDevice;
/** called when the answer to the next push has been lost, and with it the network */
let onLost: (() => void) | null = null;

beforeAll(async () => {
  server = await startRestorable();
  laptop = await server.device('emma', {
    barrier: (name) => {
      if (name !== 'push.answered' || !onLost) return Promise.resolve();
      laptop.cut = true;
      onLost();
      onLost = null;
      return Promise.reject(new NoAnswerError('network'));
    },
  });
  phone = await server.device('emma');
});
afterAll(() => server.close());

/** The answer to the next push is lost, and the device is offline then. */
const answerIsLost = (): Promise<void> =>
  new Promise((resolve) => {
    onLost = resolve;
  });
async function online(): Promise<void> {
  laptop.cut = false;
  await laptop.api.hint('online');
  await synced(laptop.api);
}
const note = ({ api }: RestorableDevice, id: string) =>
  until(api, { kind: 'one', collection: 'notes', id }, (found) => found !== null);
const reads = ({ api }: RestorableDevice, id: string, words: string) =>
  eventually(async () => (await api.textOf(id, 'text')) === words, `the text is "${words}"`);

it('a note that was deleted and taken back keeps its title and its text on every device', async () => {
  const { id: projectId } = await laptop.api.run('project.create', { title: 'Lost answers' });
  const { id } = await laptop.api.run('note.create', { projectId, title: 'Tides' });
  const text = await laptop.api.openText(id, () => {});
  await text.append(typed(text.state, 'High at nine').update);
  await text.close();
  await synced(laptop.api);
  await reads(phone, id, 'High at nine');

  const lost = answerIsLost();
  await laptop.api.run('note.delete', { id });
  await lost;
  await until(phone.api, { kind: 'one', collection: 'notes', id }, (found) => found === null);
  expect(await laptop.api.run('document.restore', { collection: 'notes', id, title: 'Tides' })).toEqual({
    state: 'restored',
  });
  await online();
  expect(await note(laptop, id)).toMatchObject({ title: 'Tides' });
  await reads(laptop, id, 'High at nine');
  expect(await until(phone.api, { kind: 'one', collection: 'notes', id }, (found) => found !== null)).toMatchObject({
    title: 'Tides',
  });
  await reads(phone, id, 'High at nine');
});

it('a project that was deleted and taken back keeps its notes', async () => {
  const { id: projectId } = await laptop.api.run('project.create', { title: 'Harbour' });
  const { id } = await laptop.api.run('note.create', { projectId, title: 'Pier' });
  const text = await laptop.api.openText(id, () => {});
  await text.append(typed(text.state, 'Opens in spring').update);
  await text.close();
  await synced(laptop.api);
  await reads(phone, id, 'Opens in spring');

  const lost = answerIsLost();
  await laptop.api.run('project.delete', { id: projectId });
  await lost;
  await until(phone.api, { kind: 'one', collection: 'notes', id }, (found) => found === null);
  await laptop.api.run('document.restore', { collection: 'projects', id: projectId, title: 'Harbour' });
  await online();
  expect(await until(phone.api, { kind: 'one', collection: 'notes', id }, (found) => found !== null)).toMatchObject({
    title: 'Pier',
  });
  await reads(phone, id, 'Opens in spring');
  expect(await note(laptop, id)).toMatchObject({ title: 'Pier' });
  await reads(laptop, id, 'Opens in spring');
  expect(await until(laptop.api, { kind: 'rejectedChanges' }, () => true)).toEqual([]);
});
