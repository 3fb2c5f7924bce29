/** Names are resolved by name servers of the test, on loopback. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { isAbsent, resolveName } from './resolve-name';

const A = 1;
const AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;
/** The addresses of an answer, as bytes; or its error code; or no answer. */
type Answer = number[][] | typeof SERVFAIL | typeof NXDOMAIN | 'silent';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A name server that answers by type of question (RFC 1035 section 4.1); resolves with its address and its questions. */
async function nameServer(answers: Record<number, Answer>): Promise<{ server: string; asked: number[] }> {
  const socket = createSocket('udp4');
  open.push(socket);
  const asked: number[] = [];
  socket.on('message', (query, from) => {
    let end = 12;
    while (query[end] !== 0) end += query[end]! + 1;
    const type = query.readUInt16BE(end + 1);
    asked.push(type);
    const answer = answers[type] ?? [];
    if (answer === 'silent') return;
    const addresses = Array.isArray(answer) ? answer : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : answer), 2);
    [1, addresses.length, 0, 0].forEach((count, i) => head.writeUInt16BE(count, 4 + 2 * i));
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, end + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

const V6 = [0x26, 6, 0x47, ...Array<number>(12).fill(0), 1];
const signal = new AbortController().signal;
const resolve = (server: string, timeoutMs = 60_000): Promise<string[]> =>
  resolveName('site.example', signal, { servers: [server], timeoutMs, tries: 1 });
const failure = (resolving: Promise<unknown>): Promise<unknown> =>
  resolving.then(
    (addresses) => addresses,
    (error: unknown) => error,
  );

it('returns the addresses of both families in turn', async () => {
  const { server } = await nameServer({
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [V6],
  });
  expect(await resolve(server)).toEqual(['192.0.2.1', '2606:4700::1', '192.0.2.2']);
});

it.each<[string, Answer]>([
  ['has no address', []],
  ['fails', SERVFAIL],
])('returns the addresses of one family if the other %s', async (_what, other) => {
  const { server } = await nameServer({ [A]: [[192, 0, 2, 1]], [AAAA]: other });
  expect(await resolve(server)).toEqual(['192.0.2.1']);
});

it('waits half a second for addresses of IPv6 that do not come, and its whole time for those of IPv4', async () => {
  const before = Date.now();
  const { server } = await nameServer({ [A]: [[192, 0, 2, 1]], [AAAA]: 'silent' });
  expect(await resolve(server)).toEqual(['192.0.2.1']);
  expect(Date.now() - before).toBeLessThan(5_000);
  const other = await nameServer({ [A]: 'silent', [AAAA]: [V6] });
  const started = Date.now();
  expect(await resolve(other.server, 1_500)).toEqual(['2606:4700::1']);
  expect(Date.now() - started).toBeGreaterThan(1_000);
});

it('tells an absent name from a name server that fails or is silent', async () => {
  for (const [a, aaaa, absent] of [
    [NXDOMAIN, NXDOMAIN, true],
    [[], [], true],
    [SERVFAIL, SERVFAIL, false],
    ['silent', NXDOMAIN, false],
  ] as [Answer, Answer, boolean][]) {
    const error = await failure(resolve((await nameServer({ [A]: a, [AAAA]: aaaa })).server, 200));
    expect(error).toBeInstanceOf(Error);
    expect(isAbsent(error)).toBe(absent);
  }
});

it('leaves the threads of file access free while name servers are silent, and ends when it is cancelled', async () => {
  const { server, asked } = await nameServer({ [A]: 'silent', [AAAA]: 'silent' });
  const cancels = Array.from({ length: 16 }, () => new AbortController());
  const resolving = cancels.map((cancel, n) =>
    failure(resolveName(`n${n}.example`, cancel.signal, { servers: [server], timeoutMs: 60_000, tries: 1 })),
  );
  await expect.poll(() => asked.length).toBe(32);
  expect((await readFile(new URL(import.meta.url))).byteLength).toBeGreaterThan(0);
  for (const cancel of cancels) cancel.abort();
  for (const error of await Promise.all(resolving)) expect(error).toMatchObject({ code: 'ECANCELLED' });
  await expect(resolveName('site.example', cancels[0]!.signal)).rejects.toThrow('abort');
});
