/**
 * A file of 300 MB over a bad line: a proxy cuts requests at random bytes, answers with errors, pages or nothing, and
 * loses answers of completed requests. Device and server in processes of their own.
 */
import type { UploadTimeouts } from '../../sync/protocol/uploads';
import { CuttingProxy } from '../../tests/support/cutting-proxy';
import { Attack, stepOf } from '../../tests/support/upload-attack';
import { inChild } from '../../tests/support/child-end';
import type { UploadDevice } from '../../tests/support/upload-device';
import type { UploadServer } from '../../tests/support/upload-server';
import type { Bench, Line, Row } from '../support/row';
import { round } from '../support/statistics';

const MB = 1024 * 1024;
const SEED = 20;
/** percent */
const TWICE_MAX = 5;
/** milliseconds until a request counts as lost; a finish reads the whole file */
const TIMEOUTS: UploadTimeouts = { apply: 2_000, offset: 2_000, part: 5_000, finish: 8_000 };
const RETRY_MIN_MS = 2;
const LIMIT_MS = 900_000;

async function run(bench: Bench): Promise<Line[]> {
  const megabytes = bench.quick ? 24 : 300;
  const size = megabytes * MB - 1;
  const server = await inChild<UploadServer>('server', []);
  const proxy = await new CuttingProxy(() => server.url).listen();
  const device = await inChild<UploadDevice>('device', [proxy.url, TIMEOUTS, RETRY_MIN_MS]);
  try {
    const attack = new Attack(SEED, 128, bench.quick ? 5 : 9);
    proxy.decide = (request) => (stepOf(request) ? attack.decide(request) : { kind: 'pass' });
    await server.watch();
    const began = performance.now();
    const added = await device.addFile({ size, seed: SEED });
    const { row } = await device.fileEnded(added, LIMIT_MS);
    const seconds = (performance.now() - began) / 1000;
    const { stored } = await server.fileOutcome(added.id);
    if (row.state !== 'onServer' || stored?.sha256 !== added.sha256)
      throw new Error(`The file did not arrive whole: ${row.state} ${row.error}`);
    const twice = ((proxy.bodyBytes - size) / size) * 100;
    const faults = proxy.done.filter(({ kind }) => kind !== 'pass').length;
    const { moreRss } = await server.memory();
    bench.say(`${megabytes} MB with ${faults} faults in ${round(seconds)} s`);
    return [
      {
        measured: `upload of ${megabytes} MB over a bad line, share sent twice`,
        goal: `${TWICE_MAX} %`,
        satchel: `${round(twice)} % with ${faults} faults; server +${Math.round(moreRss / MB)} MB`,
        beside: '–',
        met: bench.quick ? null : twice <= TWICE_MAX,
      },
    ];
  } finally {
    await device.close();
    await proxy.close();
    await server.close();
  }
}

export const upload: Row = { name: 'upload', run };
