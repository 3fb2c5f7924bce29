/**
 * `npm start`: from a fresh checkout to a running Satchel. Plain Node until the packages are there.
 *
 *   node scripts/start.mjs          installs, builds when needed, serves
 *   node scripts/start.mjs --dev    installs, serves with hot reload
 */
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { checkNode, installPackages, root } from './setup.mjs';

checkNode();
installPackages();
const dev = process.argv.includes('--dev');
if (!dev) {
  const code = build();
  if (code !== 0) process.exit(code);
}

const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...(dev ? ['--dev'] : [])], { cwd: root, stdio: 'inherit' });
// The terminal's Ctrl+C reaches the server too; this process waits for its graceful end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
