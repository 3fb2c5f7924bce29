/**
 * A TCP proxy in front of an HTTP/1.1 server that applies a given fault to each request. One request per connection:
 * the head is forwarded with `connection: close`, so that every byte of a connection belongs to one request and its
 * answer.
 *
 *   pass                 through, both ways
 *   cut                  the connection ends after `at` bytes of the request; earlier bytes are passed on
 *   reset                the same, and the server's side is reset too, with unread bytes
 *   answerCut            the server handles it; the client gets `at` bytes of the answer
 *   lost                 the server handles it; the client gets no byte of the answer
 *   silent               the server handles it; the connection stays open without an answer
 *   hang                 nothing reaches the server, and the connection stays open
 *   409, 500, html       answered here once the whole request has arrived; nothing reaches the server
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type Fault =
  | { kind: 'pass' | 'lost' | 'silent' | 'hang' | '409' | '500' | 'html' }
  | { kind: 'cut' | 'reset' | 'answerCut'; /** bytes */ at: number };

export interface ProxiedRequest {
  method: string;
  path: string;
  /** bytes */
  headBytes: number;
  bodyBytes: number;
}

const PAGE = '<!doctype html><title>Café</title><h1>Welcome to the café network</h1>';
const answerOf = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
const ANSWERS = {
  '409': answerOf('409 Conflict', 'text/plain', 'Conflict'),
  '500': answerOf('500 Internal Server Error', 'text/plain', 'Internal Server Error'),
  html: answerOf('200 OK', 'text/html', PAGE),
};

export class CuttingProxy {
  url = '';
  /** bytes of PATCH bodies that devices sent here */
  bodyBytes = 0;
  /** applied faults by request, in order */
  readonly done: { kind: Fault['kind']; method: string; path: string }[] = [];
  /** the fault of a request */
  decide: (request: ProxiedRequest) => Fault = () => ({ kind: 'pass' });
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly target: () => string) {
    this.server = createServer({ noDelay: true }, (client) => this.accept(client));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    // a broken connection is intended
    return socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
  }

  private accept(client: Socket): void {
    this.keep(client);
    let begun = Buffer.alloc(0);
    const read = (bytes: Buffer): void => {
      begun = Buffer.concat([begun, bytes]);
      const end = begun.indexOf('\r\n\r\n');
      if (end < 0) return;
      client.off('data', read).pause();
      this.serve(client, begun.subarray(0, end + 4).toString('latin1'), begun.subarray(end + 4));
    };
    client.on('data', read);
  }

  private serve(client: Socket, head: string, rest: Buffer): void {
    const [method = '', path = ''] = head.split(' ');
    const request: ProxiedRequest = {
      method,
      path,
      headBytes: head.length,
      bodyBytes: Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0),
    };
    const fault = this.decide(request);
    this.done.push({ kind: fault.kind, method, path });
    const local = fault.kind in ANSWERS ? ANSWERS[fault.kind as keyof typeof ANSWERS] : null;
    const up = local || fault.kind === 'hang' ? null : this.upstream(client, fault);
    up?.write(
      head.replace(/\r\nconnection:[^\r]*/i, '').replace(/\r\n\r\n$/, '\r\nconnection: close\r\n\r\n'),
      'latin1',
    );
    const limit = fault.kind === 'cut' || fault.kind === 'reset' ? fault.at : Number.POSITIVE_INFINITY;
    let passed = request.headBytes;
    let body = 0;
    const take = (bytes: Buffer): void => {
      body += bytes.length;
      if (method === 'PATCH') this.bodyBytes += bytes.length;
      const through = bytes.subarray(0, Math.max(0, limit - passed));
      passed += bytes.length;
      if (up && through.length > 0 && !up.write(through)) {
        client.pause();
        up.once('drain', () => client.resume());
      }
      if (passed >= limit) {
        client.resetAndDestroy();
        if (fault.kind === 'reset') up?.resetAndDestroy();
        else up?.end();
        return;
      }
      if (local && body >= request.bodyBytes) client.end(local);
    };
    client.on('data', take);
    client.once('close', () => {
      if (fault.kind === 'pass') up?.destroy();
    });
    take(rest);
    client.resume();
  }

  private upstream(client: Socket, fault: Fault): Socket {
    const { hostname, port } = new URL(this.target());
    const up = this.keep(connect({ host: hostname, port: Number(port), noDelay: true }));
    let left = fault.kind === 'answerCut' ? fault.at : fault.kind === 'pass' ? Number.POSITIVE_INFINITY : 0;
    up.on('data', (bytes: Buffer) => {
      if (client.destroyed) return;
      const through = bytes.subarray(0, left);
      left -= through.length;
      if (through.length > 0) client.write(through);
      // the server has handled the request, as it answers
      if (left === 0 && (fault.kind === 'answerCut' || fault.kind === 'lost')) client.destroySoon();
    });
    up.once('close', () => {
      if (fault.kind !== 'silent') client.destroySoon();
    });
    return up;
  }
}
