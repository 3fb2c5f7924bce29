/** Parser processes: each limit ends one, and the next file is parsed. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '../../sync/protocol/errors';
import { makeOriginal } from '../../tests/support/originals/originals';
import { pdfOf } from '../../tests/support/originals/pdf-file';
import { TEST_PATIENCE_MS } from '../../tests/support/patience';
import { PARSING } from './limits';
import { createParsing, type Parsing, type ParsingDependencies } from './parsing';

const BAD = new URL('../../tests/support/bad-parser.mjs', import.meta.url);
const log = { debug: () => undefined, warn: () => undefined } as unknown as ParsingDependencies['log'];

let parsing: Parsing;
afterEach(() => parsing.close());

const withBad = (limits: ParsingDependencies['limits'] = {}, processes?: number): Parsing =>
  (parsing = createParsing({ log, entry: BAD, limits, ...(processes && { processes }) }));

/** the process must end before the test gives up, and not by its time limit */
const NO_TIME_LIMIT = { time: 2 * TEST_PATIENCE_MS };

const parse = (
  name: string,
  companyId = 'c1',
  signal = new AbortController().signal,
  progress?: (share: number) => void,
) => parsing.parse({ bytes: Buffer.from('text'), name, companyId }, { signal, ...(progress && { progress }) });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'a text',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('A file is parsed in a process of its own, within its memory of 512 MB', async () => {
  const measured = vi.fn<NonNullable<ParsingDependencies['measured']>>();
  parsing = createParsing({ log, measured });
  const { name, bytes, sentence } = await makeOriginal('docx');
  const shares: number[] = [];
  const text = await parsing.parse(
    {
      bytes: (async function* () {
        yield bytes.subarray(0, 100);
        yield bytes.subarray(100);
      })(),
      name,
      companyId: 'c1',
    },
    { signal: new AbortController().signal, progress: (share) => shares.push(share) },
  );
  expect(text.parts.some((part) => part.text.includes(sentence))).toBe(true);
  expect(PARSING.memory).toBe(512 * 1024 * 1024);
  expect(measured.mock.calls[0]![0].peakBytes).toBeGreaterThan(0);
  expect(measured.mock.calls[0]![0].peakBytes).toBeLessThanOrEqual(PARSING.memory);
});

test('A PDF of 10,000 pages stays within memory and time, and says that it was read in part', async () => {
  const measured = vi.fn<NonNullable<ParsingDependencies['measured']>>();
  parsing = createParsing({ log, measured });
  const pages = Array.from({ length: 10_000 }, (_, n) => ({
    lines: [`Page ${n + 1} of the ledger of the harbour.`, 'Each boat pays for its berth, the crane and the water.'],
  }));
  const shares: number[] = [];
  const { parts, notices, ...text } = await parsing.parse(
    { bytes: pdfOf(pages), name: 'ledger.pdf', companyId: 'c1' },
    { signal: new AbortController().signal, progress: (share) => shares.push(share) },
  );
  expect(text.pages).toBe(10_000);
  expect(parts[0]).toMatchObject({
    text: expect.stringContaining('Page 1 of the ledger') as string,
    place: { page: 1 },
  });
  // the text is full before the last page; on a slow machine the time is over before that
  expect(notices.some((notice) => notice === 'truncated' || notice === 'partly')).toBe(true);
  const last = parts.at(-1)!.place.page!;
  expect(last).toBeGreaterThan(100);
  expect(last).toBeLessThan(10_000);
  expect(shares.at(-1)).toBeLessThan(1);
  expect(measured.mock.calls[0]![0].peakBytes).toBeLessThanOrEqual(PARSING.memory);
  // the next file is parsed
  expect(await codeOf(parse('a.txt'))).toBe('a text');
});

test('A page is parsed in a process of its own', async () => {
  parsing = createParsing({ log });
  const page = await parsing.parsePage(
    {
      body: Buffer.from(
        '<html><head><title>Tides</title></head><body><p>High water is at noon.</p><a href="/b#x">b</a></body></html>',
      ),
      contentType: 'text/html; charset=utf-8',
      url: 'https://example.com/a',
      companyId: 'c1',
    },
    { signal: new AbortController().signal },
  );
  expect(page).toMatchObject({ title: 'Tides', links: ['https://example.com/b'], canonical: 'https://example.com/a' });
});

test('The failure of a file is told by its code', async () => {
  parsing = createParsing({ log });
  expect(await codeOf(parse('a.pdf'))).toBe('a text');
  expect(await codeOf(parse('a.exe'))).toBe('FILE_TYPE_NOT_SUPPORT');
});

test.each([
  ['hang', { time: 3_000 }, 'FILE_PARSE_TIMEOUT'],
  ['progress and hang', { time: 3_000 }, 'FILE_PARSE_TIMEOUT'],
  ['heap of memory', { heapMegabytes: 64 }, 'FILE_TOO_COMPLEX'],
  ['native memory', { memory: 200 * 1024 * 1024 }, 'FILE_TOO_COMPLEX'],
  ['flood of lines', { answer: 1024 * 1024 }, 'FILE_TOO_COMPLEX'],
  ['line without an end', { answer: 1024 * 1024 }, 'FILE_TOO_COMPLEX'],
  ['killed at its start', {}, 'FILE_TOO_COMPLEX'],
  ['killed after its progress', {}, 'FILE_TOO_COMPLEX'],
  ['killed within its answer', {}, 'FILE_TOO_COMPLEX'],
  ['ends without an answer', {}, 'FILE_DAMAGED'],
  ['crash', {}, 'FILE_DAMAGED'],
  ['nonsense', {}, 'FILE_DAMAGED'],
  ['text beyond its limits', {}, 'FILE_DAMAGED'],
])('After a parser that does this the next file is parsed: %s', async (deed, limits, code) => {
  withBad(limits);
  const [failed, next] = await Promise.all([codeOf(parse(deed)), codeOf(parse('sound'))]);
  expect([failed, next]).toEqual([code, 'a text']);
});

test('A canceled parse ends its process and rejects with the reason', async () => {
  withBad(NO_TIME_LIMIT);
  const canceling = new AbortController();
  let pid = 0;
  const work = parse('says its number', 'c1', canceling.signal, (share) => {
    pid = Math.round(share * 1e9);
    canceling.abort(new Error('canceled by its person'));
  });
  await expect(work).rejects.toThrow('canceled by its person');
  await expect.poll(() => !isRunning(pid)).toBe(true);
  expect(await codeOf(parse('sound'))).toBe('a text');
});

test('A parse that waits for its turn can be canceled', async () => {
  withBad();
  const canceling = new AbortController();
  const first = parse('hang', 'c1', canceling.signal);
  const waiting = new AbortController();
  const second = parse('sound', 'c1', waiting.signal);
  waiting.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  canceling.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
});

test('Companies are parsed side by side, and the files of one after another', async () => {
  withBad({}, 2);
  const canceling = new AbortController();
  const hanging = codeOf(parse('hang', 'c1', canceling.signal));
  const order: string[] = [];
  const behind = codeOf(parse('sound', 'c1')).then(() => order.push('c1'));
  await Promise.all(['c2', 'c2', 'c3'].map((company) => parse('sound', company).then(() => order.push(company))));
  expect(order).toHaveLength(3);
  canceling.abort();
  await Promise.all([hanging, behind]);
  expect(order.at(-1)).toBe('c1');
});

test('A parser gets no secret of the server', async () => {
  process.env['SATCHEL_TEST_SECRET'] = 'x';
  withBad();
  const names = (await parse('environment')).parts[0]!.text;
  delete process.env['SATCHEL_TEST_SECRET'];
  expect(names).not.toMatch(/SECRET|SATCHEL|PATH|HOME/);
});

test('An error of the source of the bytes is passed on', async () => {
  parsing = createParsing({ log });
  const bytes = (async function* () {
    yield Buffer.from('%PDF-1.7');
    throw new Error('the store answered 503');
  })();
  await expect(
    parsing.parse({ bytes, name: 'a.pdf', companyId: 'c1' }, { signal: new AbortController().signal }),
  ).rejects.toThrow('the store answered 503');
});

test('Nothing runs or starts after the parsing is closed', async () => {
  withBad(NO_TIME_LIMIT);
  let pid = 0;
  const running = codeOf(
    parse('says its number', 'c1', undefined, (share) => {
      pid = Math.round(share * 1e9);
      parsing.close();
    }),
  );
  expect(await running).toContain('The server closes.');
  expect(await codeOf(parse('sound'))).toContain('The server closes.');
  await expect.poll(() => !isRunning(pid)).toBe(true);
});

test('A parser ends with its server, even in a loop that never returns', async () => {
  const { spawn } = await import('node:child_process');
  const program = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(BAD.pathname)}, '1e12', String(process.pid)], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
    child.stdin.write('{"name":"progress and hang"}\\n');
    child.stdio[3].once('data', () => console.log(child.pid));
  `;
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(
    await new Promise<string>((resolve) => server.stdout.once('data', (data) => resolve(String(data)))),
  );
  expect(isRunning(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => !isRunning(pid)).toBe(true);
});

const PAGING = new URL('../../tests/support/paging-parser.mjs', import.meta.url);

describe('Pages of one website in one run', () => {
  const titleOf = async (
    path: string,
    { website = 'run', companyId = 'c1', body = '<p>x</p>' } = {},
  ): Promise<string> =>
    (
      await parsing.parsePage(
        { body: Buffer.from(body), contentType: 'text/html', url: `https://a.example${path}`, companyId, website },
        { signal: new AbortController().signal },
      )
    ).title;
  const open = (limits = {}): void => {
    parsing = createParsing({ log, entry: PAGING, limits });
  };

  test('share a process, and with no other website, organization or PDF', async () => {
    open();
    const first = await titleOf('/');
    expect(await titleOf('/b', { body: 'x'.repeat(200_000) })).toBe(first);
    await expect(titleOf('/script')).rejects.toMatchObject({ code: 'LINK_NEEDS_BROWSER' });
    expect(await titleOf('/c')).toBe(first);
    const others = [
      await titleOf('/', { website: 'another' }),
      await titleOf('/', { companyId: 'c2' }),
      await titleOf('/', { body: '%PDF-1.7' }),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test.each(['/unasked', '/large', '/hang', '/kill'])('are parsed by a new process after %s', async (path) => {
    open({ pageTime: 5_000 });
    const first = await titleOf('/');
    await titleOf(path).catch(() => undefined);
    expect(await titleOf('/b')).not.toBe(first);
  });

  test('are parsed once more where an earlier page may have caused the fault, and only then', async () => {
    open();
    const first = await titleOf('/');
    expect(await titleOf('/kill-unless-first')).not.toBe(first);
    await expect(titleOf('/kill')).rejects.toMatchObject({ code: 'FILE_TOO_COMPLEX' });
  });

  test('have the same text as alone', async () => {
    parsing = createParsing({ log });
    const page = (n: number, website?: string) =>
      parsing.parsePage(
        {
          body: Buffer.from(`<title>Page ${n}</title><main><p>${`Text ${n} of the tides. `.repeat(60)}</p></main>`),
          contentType: 'text/html',
          url: `https://a.example/${n}`,
          companyId: 'c1',
          website,
        },
        { signal: new AbortController().signal },
      );
    for (const n of [1, 2]) expect(await page(n, 'run')).toEqual(await page(n));
  });
});
