/**
 * A recording of 300 MB over a line that cuts, refuses and falls silent, with device and server in processes of their own whose memory is
 * measured.
 *
 *   npm run test:uploads                      from a random seed
 *   npm run test:uploads -- --seed 12345      one run again
 *   npm run test:uploads -- --mb 150          another size, from 100 on
 */
import { parseArgs } from 'node:util';
import { checkNode, installPackages, run } from './setup.mjs';

const { values } = parseArgs({ options: { mb: { type: 'string', default: '300' }, seed: { type: 'string' } } });
checkNode();
installPackages();
process.exit(run('npx', ['vitest', 'run', 'tests/integration/upload-attack.test.ts'], {
  env: { ...process.env, UPLOAD_MB: values.mb, ...(values.seed === undefined ? {} : { UPLOAD_SEED: values.seed }) },
}));
