/**
 * Installs missing packages, builds if the sources changed, and starts Satchel: `npm start`. Plain Node, no dependency.
 *
 *   --dev   screens through Vite, with hot reload; no build
 */
import { spawn } from 'node:child_process';
import { checkNode, installPackages, root, run } from './setup.mjs';
import { buildCommand, serverCommand } from './source-hash.mjs';

const dev = process.argv.includes('--dev');

checkNode();
installPackages();
const build = buildCommand({ dev });
if (build) {
  console.log('Building …');
  const [command, ...args] = build;
  const code = run(command, args);
  if (code !== 0) process.exit(code);
}

const server = spawn(process.execPath, [...serverCommand({ dev }), ...(dev ? ['--dev'] : [])], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal sends its own Ctrl-C to both; a signal to this process alone is forwarded, and the server shuts down in
// its own time.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
