/**
 * One process of Satchel inside a test, on a free port: everything behind HTTP is real; the test provides the build.
 */
import type { ServerBuild } from '@remix-run/node';
import { join } from 'node:path';
import pino from 'pino';
import { createFeatures, type Features } from '../../server/composition';
import { readConfig } from '../../server/platform/config';
import { createApi } from '../../server/platform/http/calls';
import { createDocuments } from '../../server/platform/http/documents';
import { createHost, type Host } from '../../server/platform/http/host';
import { localeHandler } from '../../server/platform/http/locales';
import { mailboxPages } from '../../server/platform/http/mailbox-pages';
import { probes } from '../../server/platform/http/probes';
import { openPlatform, type OpenPlatform } from '../../server/platform/open';

export interface ServerFixtureProcess {
  url: string;
  host: Host;
  features: Features;
  opened: OpenPlatform;
  readiness: { accepting: boolean };
  close(): Promise<void>;
}

const noBuild = (): Promise<ServerBuild> => Promise.reject(new Error('no build here'));

export async function startProcess(
  dataDir: string,
  env: Record<string, string>,
  build = noBuild,
): Promise<ServerFixtureProcess> {
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    SATCHEL_SECRET: 'a secret for tests, long enough to be one',
    SATCHEL_DEMO: 'true',
    ...env,
  });
  const opened = await openPlatform(config, pino({ level: 'silent' }));
  const { platform, database, mailbox } = opened;
  const features = createFeatures(platform);
  const api = createApi(features.calls, { platform, database, authenticator: features.authenticator });
  const readiness = { accepting: true };
  const documents = createDocuments({
    api,
    apis: config.apis,
    secret: config.secret,
    operator: config.operator,
    authenticator: features.authenticator,
    build,
    shellFile: join(dataDir, 'none'),
    mode: 'production',
  });
  const host = createHost({
    platform,
    api,
    documents,
    files: null,
    vite: null,
    locales: localeHandler(join(process.cwd(), 'locales'), false),
    raw: [probes(platform, database, readiness), ...features.raw, mailboxPages(mailbox!)],
  });
  await platform.jobs.start();
  await features.started();
  const { port } = await host.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    host,
    features,
    opened,
    readiness,
    close: async () => {
      await host.close(() => features.close());
      await opened.close();
    },
  };
}
