/**
 * The Remix build of component tests: route modules as the test runner loads them, and a document without markup. Built
 * once for the server (loaders and actions), and again for each page, as a browser reloads a page's scripts.
 */
import { fileURLToPath } from 'node:url';
import type { EntryContext, ServerBuild } from '@remix-run/node';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { languageOfRequest, languageTag } from '../../../sync/model/languages';
import remixConfig from '../../../remix.config.js';

type RouteModule = Record<string, unknown>;
const files = import.meta.glob<RouteModule>('../../../app/{root,routes/**/*}.{ts,tsx}');
const loadFile = (file: string): Promise<RouteModule> => files[`../../../app/${file}`]!();

interface Entry {
  id: string;
  file: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}
const nameOf = (file: string): string => file.replace(/\.tsx?$/, '');
const flat = (entries: readonly RouteConfigEntry[], parentId: string): Entry[] =>
  entries.flatMap(({ file, path, index, children = [] }) => [
    { id: nameOf(file), file, parentId, ...(path ? { path } : {}), ...(index ? { index } : {}) },
    ...flat(children, nameOf(file)),
  ]);

async function entries(): Promise<Entry[]> {
  const { default: routes } = await import('../../../app/routes');
  return [{ id: 'root', file: 'root.tsx', path: '' }, ...flat(routes, 'root')];
}

/** Route modules by id, of the currently loaded modules: all, or those that a document lists. */
export async function routeModules(ids?: readonly string[]): Promise<Record<string, RouteModule>> {
  return Object.fromEntries(
    await Promise.all(
      (await entries())
        .filter(({ id }) => ids?.includes(id) ?? true)
        .map(async ({ id, file }) => [id, await loadFile(file)] as const),
    ),
  );
}

/** Data of a server's document for its page. */
export interface PageDocument {
  lang: string;
  isShell: boolean;
  /** ids of modules that the document lists; a page imports others during navigation */
  routes: string[];
  context: string;
  state: string;
}
export const DOCUMENT_TYPE = 'application/vnd.satchel.test-document+json';

async function answerDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  const route = entry.staticHandlerContext.matches.at(-1)?.route.id;
  const document: PageDocument = {
    lang: languageTag(languageOfRequest(request.headers)),
    isShell: route === 'routes/shell',
    routes: entry.staticHandlerContext.matches.map((match) => match.route.id),
    context: entry.serverHandoffString ?? '{}',
    state: await new Response(entry.serverHandoffStream).text(),
  };
  headers.set('content-type', DOCUMENT_TYPE);
  return new Response(JSON.stringify(document), { status, headers });
}

/** The server's build. Its `assets` are the manifest of the page, too. */
export async function createBuild(): Promise<ServerBuild> {
  const list = await entries();
  const modules = await routeModules();
  const routes = list.map((entry) => ({ ...entry, module: modules[entry.id]! }));
  const has = (module: RouteModule, name: string): boolean => name in module;
  return {
    mode: 'production',
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    isSpaMode: false,
    future: remixConfig.future as ServerBuild['future'],
    entry: {
      module: {
        default: answerDocument,
        handleError: (error, { request }) => {
          if (!request.signal.aborted) console.error(error);
        },
      },
    },
    routes: Object.fromEntries(
      routes.map(({ file: _file, ...route }) => [route.id, route]),
    ) as unknown as ServerBuild['routes'],
    assets: {
      entry: { module: '/entry.js', imports: [] },
      url: '/manifest.js',
      version: 'test',
      routes: Object.fromEntries(
        routes.map(({ file, module, ...route }) => [
          route.id,
          {
            ...route,
            module: fileURLToPath(new URL(`../../../app/${file}`, import.meta.url)),
            imports: [],
            css: [],
            hasLoader: has(module, 'loader'),
            hasAction: has(module, 'action'),
            hasClientLoader: has(module, 'clientLoader'),
            hasClientAction: has(module, 'clientAction'),
            hasErrorBoundary: has(module, 'ErrorBoundary'),
          },
        ]),
      ),
    },
  };
}
