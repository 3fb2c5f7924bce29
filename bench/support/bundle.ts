/** Scripts for a page, bundled on demand. */
import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';

const bench = fileURLToPath(new URL('..', import.meta.url));
const made = new Map<string, Promise<string>>();

async function make(entry: string): Promise<string> {
  const [output] = (await build({
    root: bench,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${bench}${entry}`, formats: ['iife'], name: 'page', fileName: 'page' },
    },
  })) as Rollup.RollupOutput[];
  return output!.output[0].code;
}

/** The source of one script, to be evaluated in a page. `entry` is relative to bench/. */
export function bundle(entry: string): Promise<string> {
  const source = made.get(entry) ?? make(entry);
  made.set(entry, source);
  return source;
}
