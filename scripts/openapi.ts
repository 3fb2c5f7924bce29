/** Prints the OpenAPI document of the three services: `npm run openapi > satchel.json`. */
import packageJson from '../package.json' with { type: 'json' };
import { allCalls } from '../server/calls';
import { openApi } from '../server/platform/http/openapi';

process.stdout.write(`${JSON.stringify(openApi(allCalls, packageJson.version), null, 2)}\n`);
