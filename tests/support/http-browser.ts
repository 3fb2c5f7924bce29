/** A browser that makes calls over HTTP and shows status and error of the responses: for the tests of errors. */
import { callPath, type CallDefinition, type CallInput, type CallOutput } from '../../sync/protocol/call';

let addresses = 0;

export interface Outcome<C extends CallDefinition> {
  status: number;
  error: string;
  data: CallOutput<C>;
}

/** A browser with its cookies and its own IP address. */
export class HttpBrowser {
  private readonly cookies = new Map<string, string>();
  constructor(
    private readonly origin: string,
    private readonly ip = `192.0.2.${(addresses = (addresses % 250) + 1)}`,
  ) {}

  movedTo(ip: string): HttpBrowser {
    const moved = new HttpBrowser(this.origin, ip);
    for (const [name, value] of this.cookies) moved.cookies.set(name, value);
    return moved;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.origin + path, {
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(init.headers as Record<string, string>),
        cookie,
        'x-forwarded-for': this.ip,
      },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      this.cookies.set(name!, value!);
    }
    return answer;
  }

  async try<C extends CallDefinition>(
    call: C,
    input: CallInput<C>,
    headers: Record<string, string> = {},
  ): Promise<Outcome<C>> {
    const path = callPath(call, input as Record<string, unknown>);
    const reads = call.method === 'GET' || call.method === 'DELETE';
    const form = new FormData();
    if (call.body === 'multipart')
      for (const [name, value] of Object.entries(input as Record<string, Blob>)) form.append(name, value);
    const packed = call.body === 'multipart' ? new Response(form) : null;
    const answer = await this.send(path, {
      method: call.method,
      ...(reads ? {} : { body: packed ? await packed.arrayBuffer() : JSON.stringify(input) }),
      headers: { ...(packed ? { 'content-type': packed.headers.get('content-type')! } : {}), ...headers },
    });
    return outcome(answer);
  }

  /** Makes a call and returns its output. */
  async do<C extends CallDefinition>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const { data, error } = await this.try(call, input);
    if (error) throw new Error(`${call.path}: ${error}`);
    return data;
  }
}

/** Status, error and data of a response. */
export async function outcome<C extends CallDefinition>(answer: Response): Promise<Outcome<C>> {
  const body = (await answer.json()) as { error?: string; data?: CallOutput<C> };
  return { status: answer.status, error: body.error ?? '', data: body.data as CallOutput<C> };
}
