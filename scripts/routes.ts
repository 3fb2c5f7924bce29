/** Prints the addresses of screens, and of pages that the server renders without the app, as JSON: `npm run routes`. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { features } from '../server/features';

interface Route {
  id: string;
  path?: string;
  file: string;
  children?: Route[];
}

const remix = fileURLToPath(new URL('../node_modules/.bin/remix', import.meta.url));
const screens = JSON.parse(execFileSync(remix, ['routes', '--json'], { encoding: 'utf8' })) as Route[];
const pages = features.flatMap(({ name, pages = [] }): Route[] =>
  pages.map((path) => ({ id: `${name}${path}`, path: path.slice(1), file: `server/${name}/feature.ts` })),
);
process.stdout.write(`${JSON.stringify([...screens, ...pages], null, 2)}\n`);
