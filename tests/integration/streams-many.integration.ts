/**
 * A hundred devices with an open event stream are notified of each commit. The bench measures the delay (rows `stream`
 * and `server`, a thousand devices).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMAILS, Person } from '../../bench/support/person';
import { streamTimes } from '../../bench/server/streams';
import { sessionCalls } from '../../sync/protocol/session';
import { startServerProcess, type ServerProcess } from '../support/server-process';

let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'satchel-streams-'));
beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn', STREAMS_PER_SESSION: '100' });
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

it('notifies each of a hundred clients of each commit', async () => {
  const people = await Promise.all(EMAILS.map((email) => Person.signIn(server.url, email)));
  const { defaultCompanyId } = await people[0]!.call(sessionCalls.my, {});
  const cookieOf = (person: Person): string =>
    [...(person.fetch as Person['fetch'] & { cookies: Map<string, string> }).cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const { last } = await streamTimes(server.url, people, defaultCompanyId, { clients: 100, rounds: 5, cookieOf });
  console.info(`a commit to the last of 100 clients: ${last.map(Math.round).join(', ')} ms`);
  expect(last).toHaveLength(5);
});
