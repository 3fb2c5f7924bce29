/**
 * Prints the OpenAPI document of the services: `npm run openapi > satchel.json`. A running server has it at
 * `/api/openapi.json`.
 */
import packageJson from '../package.json' with { type: 'json' };
import { callGroups } from '../server/calls';
import { openApi } from '../server/platform/openapi/document';

const origin = process.env['PUBLIC_ORIGIN'] ?? 'http://localhost:3000';
process.stdout.write(`${JSON.stringify(openApi(callGroups, { version: packageJson.version, origin }), null, 2)}\n`);
