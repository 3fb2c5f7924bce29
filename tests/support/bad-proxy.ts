/**
 * A faulty proxy on loopback between a browser and Satchel.
 *
 *   ok     requests and answers pass through
 *   html   200 with a page, like a captive portal
 *   500    a failure in plain text, like a broken gateway
 *   hang   a request is accepted and never answered
 *   cut    the connection is closed immediately
 *
 * Changing the mode closes open connections.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type ProxyMode = 'ok' | 'html' | '500' | 'hang' | 'cut';

export interface BadProxy {
  url: string;
  /** the upstream, e.g. `http://localhost:3000` */
  target: string;
  /** address of its clients, written into X-Forwarded-For for a server that trusts loopback; null: no header */
  address: string | null;
  /** additional milliseconds of each request to the server */
  late: number;
  /** paths whose connections are closed in every mode; null: none */
  refused: RegExp | null;
  /** forwarded requests, in the order of their start */
  passages: Passage[];
  become(mode: ProxyMode): void;
  close(): Promise<void>;
}

export interface Passage {
  method: string;
  path: string;
  /** milliseconds since the epoch; `to` is Infinity while the request is open */
  from: number;
  to: number;
}

export interface BadProxyOptions {
  /** a script that is inserted before scripts with a matching path */
  prelude?: { path: RegExp; script: string };
}

export async function createBadProxy(options: BadProxyOptions = {}): Promise<BadProxy> {
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'ok';

  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    const to = new URL(req.url ?? '/', proxy.target);
    const passage: Passage = {
      method: req.method ?? 'GET',
      path: to.pathname,
      from: Date.now(),
      to: Number.POSITIVE_INFINITY,
    };
    proxy.passages.push(passage);
    res.once('close', () => {
      passage.to = Date.now();
    });
    if (proxy.late === 0) forward(req, res, to);
    else
      setTimeout(() => {
        if (!res.destroyed) forward(req, res, to);
      }, proxy.late);
  };
  const forward = (req: IncomingMessage, res: ServerResponse, to: URL): void => {
    const prelude = options.prelude?.path.test(to.pathname) ? options.prelude.script : '';
    const headers = {
      ...req.headers,
      ...(proxy.address ? { 'x-forwarded-for': proxy.address } : {}),
      ...(prelude ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {}),
    };
    const up = request(to, { method: req.method ?? 'GET', headers }, (answer) => {
      if (prelude) for (const name of ['content-length', 'etag']) delete answer.headers[name];
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      if (prelude) res.write(prelude);
      answer.pipe(res);
      answer.on('error', () => res.destroy());
    });
    up.on('error', () => res.destroy());
    res.on('close', () => up.destroy());
    req.pipe(up);
  };

  const server = createServer((req, res) => {
    if (proxy.refused?.test(req.url ?? '')) {
      req.socket.destroy();
      return;
    }
    switch (mode) {
      case 'ok':
        pass(req, res);
        return;
      case 'html':
        res
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Café</title><h1>Welcome to the café network</h1>');
        return;
      case '500':
        res.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
        return;
      case 'hang':
        req.resume();
        return;
      case 'cut':
        req.socket.destroy();
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const proxy: BadProxy = {
    url: '',
    target: '',
    address: null,
    late: 0,
    refused: null,
    passages: [],
    become(next) {
      mode = next;
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
}
