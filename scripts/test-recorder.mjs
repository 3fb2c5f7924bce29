/**
 * Kills the browser at random moments of real recordings: measures what is lost each time, and checks everything else.
 * About a quarter of a minute per kill.
 *
 *   npm run test:recorder                      30 kills from a random seed
 *   npm run test:recorder -- --seed 12345      one run again
 *   npm run test:recorder -- --kills 100       more of them
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { checkNode, installPackages, run } from './setup.mjs';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' }, seed: { type: 'string' } } });
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills takes a whole number from 1 on');
  process.exit(2);
}
checkNode();
installPackages();
const chromium = ensureBrowser();
const built = await build();
process.exit(
  built !== 0
    ? built
    : run('npx', ['playwright', 'test', '--project=alone', 'tests/e2e/recorder-kills.spec.ts'], {
        env: {
          ...process.env,
          CHROMIUM_PATH: chromium,
          RECORDER_KILLS: String(kills),
          RECORDER_SEED: values.seed ?? String(randomInt(2 ** 31)),
        },
      }),
);
