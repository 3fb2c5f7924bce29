/** Files on real devices of two people, with a real server and its parser. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { demoDevices, type DemoDevice } from '../support/demo-devices';
import { eventually, synced, until } from '../support/engine-device';

const open = demoDevices(['projects', 'projectItems', 'itemTexts']);
const opened = new Map<string, Promise<DemoDevice>>();
/** The same devices in all tests: RxDB’s open core supports a few per process. */
const deviceOf = (key: string): Promise<DemoDevice> => {
  const device = opened.get(key) ?? open(key);
  opened.set(key, device);
  return device;
};
const file = (text: string): Blob => new Blob([text]);
const sha256 = async (blob: Blob): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest('hex');
const read = async ({ api }: DemoDevice, id: string, version?: number): Promise<string> => {
  const found = await api.file(id, version);
  return 'blob' in found ? await found.blob.text() : found.missing;
};
const stored = ({ api }: DemoDevice, id: string) =>
  until(api, { kind: 'files' }, (rows) => rows.some((row) => row.id === id && row.state === 'onServer'));
const version = ({ api }: DemoDevice, id: string, number: number) =>
  until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.version === number);

/** A project of Emma's to which Jihoon contributes, on both devices. */
async function shared(emma: DemoDevice, jihoon: DemoDevice, title: string): Promise<string> {
  const { id } = await emma.api.run('project.create', { title });
  await emma.api.run('project.share', { id, shareRange: 'company', userIds: [], departmentIds: [] });
  await emma.api.run('project.contributors', { id, userIds: [jihoon.userId], departmentIds: [] });
  await synced(emma.api);
  await until(
    jihoon.api,
    { kind: 'one', collection: 'projects', id },
    (p) => p?.abilities.includes('addNote') === true,
  );
  return id;
}

it('a file added offline is parsed, and another device finds its text and opens it offline', async () => {
  const [emma, jihoon] = [await deviceOf('emma'), await deviceOf('jihoon')];
  const projectId = await shared(emma, jihoon, 'Harbour');
  await emma.offline();
  const text = `The pier opens in spring.\n${'A line about the harbour.\n'.repeat(60_000)}`;
  const { id } = await emma.api.run('file.add', { projectId, file: file(text), name: 'Harbour.txt' });
  await emma.api.run('item.rename', { id, title: 'Harbour plan.txt' });
  await emma.online();
  await stored(emma, id);
  await until(jihoon.api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.parseStatus === 'parsed');
  const parsed = await until(jihoon.api, { kind: 'one', collection: 'itemTexts', id }, (found) => found !== null);
  expect(parsed!.parts[0]!.text).toContain('The pier opens in spring.');
  expect(await read(jihoon, id)).toBe(text);
  await jihoon.offline();
  expect(await read(jihoon, id)).toBe(text);
  await eventually(
    async () => (await jihoon.api.search('pier spring')).results.some((result) => result.id === id),
    'the text is found',
  );
  await jihoon.online();
  // deleted with its text and bytes
  await emma.api.run('item.delete', { id });
  await synced(emma.api);
  // the server alone deletes the text
  expect((await until(emma.api, { kind: 'status' }, () => true)).rejected).toBe(0);
  await until(jihoon.api, { kind: 'one', collection: 'itemTexts', id }, (found) => found === null);
  await until(jihoon.api, { kind: 'files' }, (rows) => rows.every((row) => row.id !== id));
});

it('new versions from two devices are both kept, in the order in which they arrived', async () => {
  const [emma, jihoon] = [await deviceOf('emma'), await deviceOf('jihoon')];
  const projectId = await shared(emma, jihoon, 'Versions');
  const { id } = await emma.api.run('file.add', { projectId, file: file('one'), name: 'a.txt' });
  await version(emma, id, 1);
  await version(jihoon, id, 1);
  await emma.offline();
  await jihoon.offline();
  const add = (device: DemoDevice, text: string) =>
    device.api.run('file.add', { projectId, file: file(text), name: 'a.txt', replaces: id });
  await add(emma, 'Emma’s');
  await add(jihoon, 'Jihoon’s');
  await emma.online();
  await version(emma, id, 2);
  await jihoon.online();
  await version(jihoon, id, 3);
  await version(emma, id, 3);
  for (const device of [emma, jihoon])
    expect([await read(device, id), await read(device, id, 2), await read(device, id, 1)]).toEqual([
      'Jihoon’s',
      'Emma’s',
      'one',
    ]);
});

it('the same bytes from two devices are one file: the later one needs a decision and can be dropped', async () => {
  const [emma, jihoon] = [await deviceOf('emma'), await deviceOf('jihoon')];
  const projectId = await shared(emma, jihoon, 'Doubles');
  await jihoon.offline();
  const first = await emma.api.run('file.add', { projectId, file: file('the same'), name: 'a.txt' });
  await stored(emma, first.id);
  const second = await jihoon.api.run('file.add', { projectId, file: file('the same'), name: 'b.txt' });
  await jihoon.online();
  const [row] = await until(jihoon.api, { kind: 'files', projectId }, ([each]) => each?.state === 'attention');
  expect(row).toMatchObject({ id: second.id, error: 'FILE_DUPLICATED' });
  const [waiting] = await until(jihoon.api, { kind: 'outbox' }, (rows) => rows.length === 1);
  expect(await sha256((await jihoon.api.outboxFile(waiting!.id))!.blob)).toBe(await sha256(file('the same')));
  await jihoon.api.run('outbox.drop', { id: waiting!.id });
  await synced(jihoon.api);
  await until(emma.api, { kind: 'one', collection: 'projectItems', id: second.id }, (item) => item === null);
});

it('a file whose project was taken from the person while offline stays savable', async () => {
  const [emma, jihoon] = [await deviceOf('emma'), await deviceOf('jihoon')];
  const projectId = await shared(emma, jihoon, 'Taken away');
  await jihoon.offline();
  const { id } = await jihoon.api.run('file.add', { projectId, file: file('kept'), name: 'a.txt' });
  await emma.api.run('project.contributors', { id: projectId, userIds: [], departmentIds: [] });
  await synced(emma.api);
  await jihoon.online();
  const [refused] = await until(jihoon.api, { kind: 'rejectedChanges' }, (rows) => rows.length === 1);
  const [row] = await until(jihoon.api, { kind: 'files' }, (rows) =>
    rows.some((each) => each.state === 'attention'),
  ).then((rows) => rows.filter((each) => each.state === 'attention'));
  expect([row!.id, row!.hasBytes]).toEqual([id, true]);
  const saved = await jihoon.api.outboxFile(refused!.id);
  expect([saved!.name, await saved!.blob.text()]).toEqual(['a.txt', 'kept']);
  await jihoon.api.run('rejectedChange.resolve', { id: refused!.id, action: 'drop' });
  await until(jihoon.api, { kind: 'files' }, (rows) => rows.every((each) => each.id !== id));
});
