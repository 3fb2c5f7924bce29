/** A device that talks to a server over HTTP, without a replica: calls with its cookies, event stream, upload parts. */
import { createClient, type Call } from '../../sync/protocol/client';
import { UPLOAD_TOKEN_HEADER } from '../../sync/protocol/uploads';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { cookieFetch } from './cookie-fetch';

export interface Ticket {
  url: string;
  token: string;
  uploadId: string;
}

export class HttpDevice {
  private readonly fetch;
  private readonly cookies: Map<string, string>;

  constructor(origin: string, cookies?: Map<string, string>) {
    this.fetch = cookieFetch(origin);
    this.cookies = this.fetch.cookies;
    cookies?.forEach((value, name) => this.cookies.set(name, value));
    this.origin = origin;
    this.call = createClient({ origin, fetch: this.fetch });
  }
  readonly origin: string;
  readonly call: Call;

  /** Signs in as a person of the demo company. */
  static async signIn(origin: string, account = DEMO_ACCOUNTS[0]!): Promise<HttpDevice> {
    const device = new HttpDevice(origin);
    await device.call(identityCalls.login, { email: account.email, password: account.password });
    return device;
  }

  /** A device with the same session at another process. */
  at(origin: string): HttpDevice {
    return new HttpDevice(origin, this.cookies);
  }

  send(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    return this.fetch(this.origin + path, init);
  }

  /** Opens the event stream. */
  async listen(): Promise<{
    received(what: string | RegExp): Promise<string>;
    ended: Promise<'ended' | 'cut'>;
    stop(): void;
  }> {
    const ending = new AbortController();
    const answer = await this.send('/api/core/sync/stream', { signal: ending.signal });
    if (!answer.ok) throw new Error(`the stream was refused: ${answer.status} ${await answer.text()}`);
    let text = '';
    let onData = (): void => {};
    const ended = (async () => {
      const decoder = new TextDecoder();
      const reader = answer.body!.getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return 'ended' as const;
          text += decoder.decode(value, { stream: true });
          onData();
        }
      } catch {
        return 'cut' as const;
      }
    })();
    return {
      ended,
      received: (what) =>
        new Promise((resolve, reject) => {
          onData = () => {
            if (text.search(what) >= 0) resolve(text);
          };
          onData();
          void ended.then((how) => reject(new Error(`the stream ${how}: ${text}`)));
        }),
      stop: () => ending.abort(),
    };
  }

  async offset(ticket: Ticket): Promise<number> {
    const answer = await this.send(ticket.url, { method: 'HEAD', headers: this.tus(ticket) });
    return Number(answer.headers.get('upload-offset') ?? -answer.status);
  }

  patch(ticket: Ticket, offset: number, body: RequestInit['body']): Promise<Response> {
    return this.send(ticket.url, {
      method: 'PATCH',
      body,
      duplex: 'half',
      headers: {
        ...this.tus(ticket),
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    } as RequestInit);
  }

  private tus(ticket: Ticket): Record<string, string> {
    return { [UPLOAD_TOKEN_HEADER]: ticket.token, 'tus-resumable': '1.0.0' };
  }
}
