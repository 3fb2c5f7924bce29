/**
 * Starts Satchel: `node --import tsx server/main.ts [--dev | --services]`, or its build (scripts/server-build.mjs).
 * With `--services` the process serves the API without screens. Reads the configuration once; an invalid value stops
 * the process with one sentence.
 */
import { resolve } from 'node:path';
import { installGlobals } from '@remix-run/node';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts';
import { readConfig, type Config } from './platform/config';
import { explainFailure } from './platform/failure';
import { createLog } from './platform/log';
import { startSatchel, type Running } from './satchel';

installGlobals({ nativeFetch: true });
// Not awaited: in a single-file build, a lazily loaded module may import from this one; a top-level await would
// deadlock.
void main().catch((error: unknown) => {
  // An error that the operator can fix is printed as one sentence, any other with its stack trace.
  console.error(
    explainFailure(error, {
      dataDir: resolve(process.env['DATA_DIR']?.trim() || './data'),
      embedded: !process.env['DATABASE_URL']?.trim(),
    }) ?? error,
  );
  process.exit(1);
});

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const screens = process.argv.includes('--dev') ? 'vite' : process.argv.includes('--services') ? 'none' : 'build';
  const log = createLog(config);
  const running = await startSatchel(config, log, screens);
  announce(config, running);
  let ending = false;
  const end = (signal: string): void => {
    // A second signal exits without waiting.
    if (ending) process.exit(1);
    ending = true;
    log.info({ signal }, 'Satchel is shutting down.');
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Satchel did not shut down cleanly.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled promise rejection.'));
}

function announce(config: Config, { port, demo }: Running): void {
  const address = config.publicOrigin ?? `http://localhost:${port}`;
  console.log(`\nSatchel is ready at ${address}\n`);
  if (demo === 'none') return;
  console.log(`Sign in as one of the demo company, password ${DEMO_PASSWORD}:`);
  for (const { email, name, role, lang } of DEMO_ACCOUNTS)
    console.log(`  ${email.padEnd(32)} ${name} (${role}, ${lang})`);
  console.log('');
}
