/** The server's calls over HTTP on a free local port, without pages and static files. */
import { createFeatures, type Features } from '../../server/composition';
import { createApi } from '../../server/platform/http/calls';
import { createHost, type Host } from '../../server/platform/http/host';
import type { Platform } from '../../server/platform/context';
import { openBlobStore } from '../../server/platform/storage/open';
import type { Parts } from './parts';

export interface HttpServer {
  origin: string;
  host: Host;
}

export interface Served {
  calls: Features['calls'];
  raw: Features['raw'];
  authenticator: Features['authenticator'];
  /** replaces the log of the parts, which is silent */
  log?: Platform['log'];
}

export async function serveHttp(
  { platform, database }: Pick<Parts, 'platform' | 'database'>,
  { calls, raw, authenticator, log }: Served,
): Promise<HttpServer> {
  const host = createHost({
    platform: log ? { ...platform, log } : platform,
    api: createApi(calls, { platform, database, authenticator }),
    raw,
    documents: () => Promise.resolve(new Response(null, { status: 404 })),
    locales: () => false,
    files: null,
    vite: null,
  });
  return { host, origin: `http://127.0.0.1:${(await host.listen(0, '127.0.0.1')).port}` };
}

export interface FeatureServer extends HttpServer {
  features: Features;
  /** Ends the server and the features; the parts stay open. */
  close(): Promise<void>;
}

/** All features of the server, with blobs in the data folder of the parts. */
export async function serveFeatures(parts: Parts, { log }: Pick<Served, 'log'> = {}): Promise<FeatureServer> {
  const features = createFeatures({ ...parts.platform, blobs: await openBlobStore(parts.platform.config) });
  const server = await serveHttp(parts, { ...features, ...(log ? { log } : {}) });
  return {
    ...server,
    features,
    close: async () => {
      await server.host.close(() => undefined);
      features.close();
    },
  };
}
