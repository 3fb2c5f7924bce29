/** An HTTP server on a free port of this machine, for tests. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  port: number;
  /** Cuts its connections and ends it. */
  close(): Promise<void>;
}

/**
 * @param port 0: any free one
 * @throws EADDRINUSE if the port is taken
 */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  // Node closes idle connections after 5 s; a client that sends its next request just then, on a busy machine, gets an
  // error instead of an answer.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${taken}`,
    port: taken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
