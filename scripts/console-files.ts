/**
 * Selects files of the build that only some screens need. Files of the console are cached only on devices of people with
 * access to it (workers/service-worker). Screens before the sign-in need a network and are not cached. Modules that write Word
 * and PowerPoint files are cached when the device is idle.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; module: string; imports?: string[]; css?: string[] }>;
}

const isConsole = (id: string): boolean => id.startsWith('routes/admin/');
/** Without a network the console leads to /no-access too. */
const isOnline = (id: string): boolean =>
  /^routes\/(auth|verify|join|legal|public)\//.test(id) && !id.endsWith('/no-access');
/** Not cached but loaded on demand: without a network a table, a list or the TeX of a formula replaces these. */
export const ON_DEMAND = ['trend-chart-????????.js', 'tree-????????.js', 'draw-formula-????????.*', 'KaTeX_*'];
const isOnDemand = (file: string): boolean => /^((trend-chart|tree|draw-formula)-|KaTeX_)/.test(file);

/** Modules that write files of Word and PowerPoint. */
const LATER = /^(?:export-docx|transcript-docx|export-pptx)-[\w-]{8}\.js$/;

/** The modules that write Word and PowerPoint files, with the modules that only they import. */
async function filesForLater(assets: string, files: readonly string[]): Promise<string[]> {
  const later = new Set(files.filter((file) => LATER.test(file)));
  const imports = new Map<string, string[]>();
  for (const file of files.filter((each) => each.endsWith('.js'))) {
    const body = await readFile(join(assets, file), 'utf8');
    imports.set(
      file,
      [...body.matchAll(/(?:from|import|import\()\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => name!),
    );
  }
  const isOnlyForLater = (file: string): boolean =>
    [...imports].every(([by, imported]) => later.has(by) || !imported.includes(file));
  for (const file of later) for (const next of imports.get(file) ?? []) if (isOnlyForLater(next)) later.add(next);
  return [...later].sort();
}

/**
 * Names of files that are not in the precache of every device. `console`: needed by the console only; `online`: by screens
 * that need a network; `later`: cached when the device is idle.
 * @param assets the folder of the built files
 */
export async function separateFiles(assets: string): Promise<{ console: string[]; online: string[]; later: string[] }> {
  const files = (await readdir(assets)).filter((file) => !/\.(br|gz)$/.test(file)).sort();
  const known = new Set(files);
  const manifestFile = files.find((file) => /^manifest-.*\.js$/.test(file))!;
  const text = await readFile(join(assets, manifestFile), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
  const needs = new Map<string, string[]>();
  for (const file of files) {
    // The manifest names every screen: being named there does not make a file required.
    const body = /\.(js|css)$/.test(file) && file !== manifestFile ? await readFile(join(assets, file), 'utf8') : '';
    needs.set(
      file,
      [...body.matchAll(/[\w.-]+\.(?:js|css|woff2)/g)]
        .map(([name]) => name)
        .filter((name) => known.has(name) && name !== manifestFile),
    );
  }
  const name = (path: string): string => path.split('/').at(-1)!;
  const reach = (wanted: (id: string) => boolean): Set<string> => {
    const open = [
      manifestFile,
      ...[manifest.entry, ...Object.values(manifest.routes).filter(({ id }) => wanted(id))].flatMap((part) =>
        [part.module, ...(part.imports ?? []), ...('css' in part ? (part.css ?? []) : [])].map(name),
      ),
    ];
    const reached = new Set<string>();
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      open.push(...(needs.get(file) ?? []));
    }
    return reached;
  };
  const everybody = reach((id) => !isConsole(id) && !isOnline(id));
  const few = reach((id) => !isOnline(id));
  const later = await filesForLater(assets, files);
  return {
    later,
    console: files.filter(
      (file) => few.has(file) && !everybody.has(file) && !isOnDemand(file) && !later.includes(file),
    ),
    online: files.filter((file) => !few.has(file)),
  };
}
