/** Twelve concurrent pushes of the maximum size: the server handles them in turn, with bounded memory. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { projectCalls } from '../../server/core/projects/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { syncCalls } from '../../sync/protocol/messages';
import { isServerBuilt } from '../../scripts/source-hash.mjs';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { HttpDevice } from '../support/http-device';

const MB = 1024 * 1024;
const PUSHES = 12;
let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
const start = (): Promise<ServerProcess> => startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
beforeAll(async () => {
  // the first start creates the database and the demo company, which takes extra memory
  await (await start()).end();
  server = await start();
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Memory of the process in bytes, current or maximum since the last reset (proc_pid_status(5), proc_pid_clear_refs(5)).
 */
const memory = (pid: number, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

it('twelve concurrent pushes of 15 MB keep the server below 700 MB, and each is applied or told to retry', async () => {
  const people = await Promise.all(DEMO_ACCOUNTS.slice(0, 4).map((account) => HttpDevice.signIn(server.url, account)));
  const doc = new Y.Doc();
  doc.getMap('large').set('text', 'x'.repeat(5.6 * MB));
  const state = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64');
  const bodies = await Promise.all(
    Array.from({ length: PUSHES }, async (_, i) => {
      const { call } = people[i % people.length]!;
      const { id: userId } = await call(identityCalls.my, {});
      const { id: projectId } = await call(projectCalls.create, { title: `Large ${i} ${newId()}` });
      const space = spaceOf('project', projectId);
      const times = { updatedAt: Date.now(), recency: -Date.now() };
      return Promise.all(
        [1, 2].map(async () => {
          const id = newId();
          const head = { id, space, rev: '1-abcdefgh', creatorId: userId, ...times };
          const note = {
            ...head,
            projectId,
            title: 'Large',
            snippet: '',
            type: 'note',
            shareRange: 'project',
            words: 0,
            characters: 0,
            createdAt: times.updatedAt,
          };
          expect(
            (
              await call(syncCalls.push, {
                collection: 'notes',
                rows: [{ assumedMasterState: null, newDocumentState: note }],
              })
            ).rejected,
          ).toEqual([]);
          return { assumedMasterState: null, newDocumentState: { ...head, subject: 'note', subjectId: id, state } };
        }),
      );
    }),
  );
  const before = memory(server.pid, 'VmRSS') / MB;
  forgetPeak(server.pid);
  const answers = await Promise.all(
    bodies.map((rows, i) =>
      people[i % people.length]!.send('/api/core/sync/noteContents/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      }),
    ),
  );
  for (const answer of answers) {
    expect([200, 429]).toContain(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    else expect(await answer.json()).toMatchObject({ success: true, data: { rejected: [], conflicts: [] } });
  }
  expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0);
  const most = memory(server.pid, 'VmHWM') / MB;
  console.info(
    `${answers.filter((answer) => answer.status === 200).length} of ${PUSHES} taken, ` +
      `${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
  );
  expect(most - before).toBeLessThan(300);
  // When run from its sources, the process also contains the TypeScript compiler, about 100 MB.
  if (isServerBuilt()) expect(most).toBeLessThan(700);
});
