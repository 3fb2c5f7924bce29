/** Composition of the process: opens the platform, builds the features, listens; closes in the opposite order. */
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';
import { callGroups } from './calls';
import { createFeatures } from './composition';
import type { Config } from './platform/config';
import { createApi } from './platform/http/calls';
import { createDocuments } from './platform/http/documents';
import { createHost } from './platform/http/host';
import { localeHandler } from './platform/http/locales';
import { mailboxPages } from './platform/http/mailbox-pages';
import { probes, type Readiness } from './platform/http/probes';
import { openStaticFiles } from './platform/http/static-files';
import { installed } from './platform/installation';
import { openPlatform } from './platform/open';
import { apiDescription } from './platform/openapi/handler';
import { warnAtStart } from './platform/start-warnings';

export interface Running {
  port: number;
  demo: 'seeded' | 'present' | 'none';
  /** Stops accepting requests, waits for open requests and jobs, closes the database. */
  close(): Promise<void>;
}

/** Source of the screens: the build, Vite in this process, or none (another process serves them). */
export type ScreenSource = 'build' | 'vite' | 'none';

export async function startSatchel(config: Config, log: Logger, source: ScreenSource = 'build'): Promise<Running> {
  const dev = source === 'vite';
  const opened = await openPlatform(config, log);
  const { platform, database, mailbox } = opened;
  try {
    const features = createFeatures(platform);
    const api = createApi(features.calls, { platform, database, authenticator: features.authenticator });
    const screens = SCREENS[source]();
    const readiness: Readiness = { accepting: true };
    const host = createHost({
      platform,
      api,
      raw: [
        probes(platform, database, readiness),
        apiDescription(callGroups),
        ...features.raw,
        ...(mailbox && !config.production ? [mailboxPages(mailbox)] : []),
      ],
      locales: localeHandler(installed('locales'), dev),
      files: screens.files,
      vite: screens.vite,
      documents: screens.build
        ? createDocuments({
            api,
            apis: config.apis,
            secret: config.secret,
            operator: config.operator,
            authenticator: features.authenticator,
            build: screens.build,
            shellFile: installed('build/client/shell.html'),
            mode: dev ? 'development' : 'production',
          })
        : () => Promise.resolve(new Response('Not Found', { status: 404 })),
    });
    await screens.attach(host.server);
    warnAtStart(config, log);
    platform.metrics.collectProcess();
    platform.metrics.gauge('satchel_streams', 'Open event streams.', () => features.openStreams());
    await platform.jobs.start();
    const demo = await features.started();
    // PostgreSQL analyzes tables in the background; PGlite would plan for empty tables until its first timer.
    if (demo === 'seeded' && database.engine === 'pglite') await database.query({ text: 'analyze' });
    const { port } = await host.listen(config.port, config.host);
    return {
      port,
      demo,
      close: async () => {
        readiness.accepting = false;
        await host.close(() => features.close());
        await screens.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Screens {
  /** null: this process serves no screens */
  build: (() => Promise<ServerBuild>) | null;
  files: ReturnType<typeof openStaticFiles> | null;
  vite: Parameters<typeof createHost>[0]['vite'];
  /** Call before the server listens. */
  attach(server: Server): Promise<void>;
  close(): Promise<void>;
}

const SCREENS: Record<ScreenSource, () => Screens> = {
  build: builtScreens,
  vite: viteScreens,
  none: () => ({
    build: null,
    files: null,
    vite: null,
    attach: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }),
};

function builtScreens(): Screens {
  const entry = installed('build/server/index.js');
  if (!existsSync(entry))
    throw new Error('There is no build yet: run "npm run build", or "npm start", which builds when needed.');
  const build = import(pathToFileURL(entry).href) as Promise<ServerBuild>;
  return {
    build: () => build,
    vite: null,
    // While a build replaces the previous one, the previous assets are in the folders that the build moved them to.
    files: openStaticFiles(['build/client', 'build/previous', '.cache/previous-build'].map(installed)),
    attach: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Vite in this process; its web socket shares the server's port. */
function viteScreens(): Screens {
  let vite: ViteDevServer | null = null;
  return {
    build: () => vite!.ssrLoadModule('virtual:remix/server-build') as Promise<unknown> as Promise<ServerBuild>,
    files: null,
    vite: (request, response, next) => vite!.middlewares(request, response, next),
    attach: async (server) => {
      const { createServer } = await import('vite');
      vite = await createServer({
        root: installed('.'),
        server: { middlewareMode: true, hmr: { server } },
        appType: 'custom',
      });
    },
    close: async () => vite?.close(),
  };
}
