/**
 * Uploads a recording and a file of 300 MB over a connection that cuts, refuses and stalls, with device and server in separate
 * processes whose memory is measured; and a file of that size through a real browser, each of its processes measured.
 *
 *   npm run test:uploads                      from a random seed
 *   npm run test:uploads -- --seed 12345      one run again
 *   npm run test:uploads -- --mb 150          another size, from 100 on
 */
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { checkNode, installPackages, run } from './setup.mjs';

const { values } = parseArgs({ options: { mb: { type: 'string', default: '300' }, seed: { type: 'string' } } });
checkNode();
installPackages();
const env = {
  ...process.env,
  UPLOAD_MB: values.mb,
  ...(values.seed === undefined ? {} : { UPLOAD_SEED: values.seed }),
};
const attack = run('npx', ['vitest', 'run', 'tests/integration/upload-attack.integration.ts'], { env });
const chromium = ensureBrowser();
const built = await build();
const memory =
  built !== 0
    ? built
    : run('npx', ['playwright', 'test', '--config', 'tests/memory/playwright.config.ts'], {
        env: { ...env, CHROMIUM_PATH: chromium },
      });
process.exit(attack || memory);
