/** Servers with a newer and an older protocol than this client's. */
import { expect, test } from 'vitest';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();

test('a client too old for the server reports it, keeps working offline, and pushes everything after the update', async () => {
  const { server } = suite;
  const first = await suite.device();
  await synced(first.api);
  server.fault = () => ({ error: 'CLIENT_TOO_OLD' });
  const { id } = await first.api.run('project.create', { title: 'Made with an old page' });
  await until(
    first.api,
    { kind: 'status' },
    (s) => s.connection.state === 'blocked' && s.connection.reason === 'clientTooOld' && s.waiting.documents === 1,
  );
  const asked = server.requests.length;
  const note = await first.api.run('note.create', { projectId: id, title: 'And going on' });
  await until(first.api, { kind: 'status' }, (s) => s.waiting.documents === 2);
  // no retries, as only an update helps: the stream that was open is requested once more at most
  expect(server.requests.length - asked).toBeLessThanOrEqual(1);
  await first.close();
  server.fault = () => null;
  const updated = await suite.again(first);
  await synced(updated.api);
  expect(server.doc('projects', id)?.['title']).toBe('Made with an old page');
  expect(server.doc('notes', note.id)?.['title']).toBe('And going on');
});

test('a client newer than the server waits as if offline, and continues by itself', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  server.fault = () => ({ error: 'HTTP_503' });
  const { id } = await api.run('project.create', { title: 'Before the server' });
  await until(
    api,
    { kind: 'status' },
    (s) => s.connection.state === 'offline' && s.connection.reason === 'serverUnreachable' && s.waiting.documents === 1,
  );
  server.fault = () => null;
  await eventually(() => server.doc('projects', id) !== null, 'it is sent');
  await synced(api);
});
