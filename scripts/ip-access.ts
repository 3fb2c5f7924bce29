/**
 * Turns off the IP restriction of an organization whose administrators are locked out: `npm run ip-access -- off
 * --company <code or id>`, with the server's configuration. With the embedded database no server may run; servers on
 * PostgreSQL may run and apply the change.
 */
import { parseArgs } from 'node:util';
import { turnRestrictionOff } from '../server/organization/ip-access/operator';
import { readConfig } from '../server/platform/config';
import { createLog } from '../server/platform/log';
import { openPlatform } from '../server/platform/open';
import { OperatorError } from '../server/platform/operator-error';

const { values, positionals } = parseArgs({ options: { company: { type: 'string' } }, allowPositionals: true });
if (positionals.join(' ') !== 'off' || !values.company) {
  console.error('Usage: npm run ip-access -- off --company <code or id of the organization>');
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const { platform, close } = await openPlatform(config, createLog({ ...config, logLevel: 'error' }));
  try {
    const result = await turnRestrictionOff(platform, values.company);
    if (result.is === 'unknown') {
      console.error(
        [
          `There is no organization "${values.company}". These restrict addresses:`,
          ...result.restricted.map(({ code, id, name }) => `  ${code || id}  ${name}`),
          ...(result.restricted.length === 0 ? ['  none'] : []),
        ].join('\n'),
      );
      process.exitCode = 1;
    } else
      console.log(
        result.is === 'off'
          ? `${result.name} may be entered from every address again. Its rules are kept.`
          : `${result.name} does not restrict addresses.`,
      );
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
}
