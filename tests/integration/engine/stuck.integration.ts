/** Documents that the server does not accept: listed under "needs attention", kept, retried, without blocking others. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { LIMITS } from '../../../sync/model/limits';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { html, type Fault } from '../../support/scripted-server';

const suite = engineSuite();

test.each<[string, () => Fault]>([
  ['an error 500', () => ({ error: 'HTTP_500' })],
  ["a proxy's page 502", () => html(502)],
  [
    'a bare 500',
    () => new Response('Internal Server Error', { status: 500, headers: { 'content-type': 'text/plain' } }),
  ],
  ['a 503', () => ({ error: 'HTTP_503' })],
])('a document answered three times with %s becomes stuck, and blocks no other', async (_, fault) => {
  const { server } = suite;
  const device = await suite.device();
  await synced(device.api);
  await device.api.setPaused(true);
  const poison = await device.api.run('project.create', { title: 'Poison' });
  const healthy = await device.api.run('project.create', { title: 'Healthy' });
  let attempts = 0;
  server.fault = (r) => {
    if (!r.path.endsWith('/projects/push') || !JSON.stringify(r.body).includes('Poison')) return null;
    if ((r.body as unknown[]).length === 1) attempts += 1;
    return fault();
  };
  await device.api.setPaused(false);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await until(
      device.api,
      { kind: 'outbox' },
      ([row]) => row?.id === `projects/${poison.id}` && row.attempts === attempt,
    );
    expect(server.doc('projects', healthy.id)).not.toBeNull();
    if (attempt < 3) await device.api.run('outbox.retry', { id: `projects/${poison.id}` });
  }
  expect(attempts).toBe(3);
  const status = await until(device.api, { kind: 'status' }, (s) => s.rejected === 1);
  expect(status).toMatchObject({ connection: { state: 'online' }, waiting: { documents: 0 } });
  const [row] = await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'attention');
  expect(row).toMatchObject({
    title: 'Poison',
    lastError: { code: expect.stringMatching(/^HTTP_50/) as string },
    can: { retry: true },
  });
  await until(
    device.api,
    { kind: 'syncState', collection: 'projects', id: poison.id },
    (state) => state === 'attention',
  );
  const later = await device.api.run('project.create', { title: 'Later' });
  await eventually(() => server.doc('projects', later.id) !== null, 'the later document is on the server');
  server.fault = () => null;
  await device.api.run('outbox.retry', { id: `projects/${poison.id}` });
  await synced(device.api);
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 0);
  expect(server.doc('projects', poison.id)?.['title']).toBe('Poison');
});

test('a stuck document is listed again after a restart, until the server accepts it', async () => {
  const { server } = suite;
  const first = await suite.device();
  await synced(first.api);
  server.fault = (r) => (r.path.endsWith('/projects/push') ? { error: 'HTTP_500' } : null);
  const { id } = await first.api.run('project.create', { title: 'Poison' });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await until(first.api, { kind: 'outbox' }, ([row]) => row?.attempts === attempt);
    await first.api.run('outbox.retry', { id: `projects/${id}` });
  }
  await until(first.api, { kind: 'status' }, (s) => s.rejected === 1);
  await first.kill();
  const second = await suite.again(first);
  await until(second.api, { kind: 'status' }, (s) => s.rejected === 1);
  server.fault = () => null;
  await second.api.run('outbox.retry', { id: `projects/${id}` });
  await until(second.api, { kind: 'status' }, (s) => s.rejected === 0 && s.waiting.documents === 0);
  expect(server.doc('projects', id)).not.toBeNull();
});

test('a text too large for the server is reported while typing, also offline, and is pushed once it is shorter', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Texts' });
  const { id } = await device.api.run('note.create', { projectId, title: 'Note' });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  const text = await device.api.openText(id, () => {});
  const doc = new Y.Doc();
  Y.applyUpdate(doc, text.state);
  const write = async (bytes: number): Promise<void> => {
    const before = Y.encodeStateVector(doc);
    doc.getMap('large').set('text', 'x'.repeat(bytes));
    await text.append(Y.encodeStateAsUpdate(doc, before));
    await text.compact();
  };
  await write(LIMITS.noteStateBytes);
  await until(
    device.api,
    { kind: 'stuck', collection: 'noteContents', id },
    (stuck) => stuck?.code === 'NOTE_CONTENT_TOO_LARGE',
  );
  await until(device.api, { kind: 'syncState', collection: 'notes', id }, (state) => state === 'attention');
  line.cut = false;
  await device.api.hint('online');
  await until(device.api, { kind: 'outbox' }, (rows) =>
    rows.some((row) => row.id === `noteContents/${id}` && row.state === 'attention' && row.attempts === 1),
  );
  expect(server.pushed('noteContents').some((rows) => JSON.stringify(rows).length > LIMITS.noteStateBytes)).toBe(false);
  await write(100);
  await until(device.api, { kind: 'stuck', collection: 'noteContents', id }, (stuck) => stuck === null);
  await device.api.run('outbox.retry', { id: `noteContents/${id}` });
  await synced(device.api);
  await until(device.api, { kind: 'syncState', collection: 'notes', id }, (state) => state === 'onServer');
  await text.close();
});
