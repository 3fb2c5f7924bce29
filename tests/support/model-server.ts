/**
 * A scripted server with OpenAI's API on loopback: `/v1/chat/completions`, `/embeddings`, `/audio/speech`,
 * `/images/generations`, `/models`. It records every request, so that tests can check what prompts do not contain.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from './local-server';

export interface ModelRequest {
  method: string;
  /** without /v1 */
  path: string;
  authorization: string | undefined;
  body: {
    model?: string;
    messages?: { role: string; content: string | null; tool_calls?: unknown[]; tool_call_id?: string }[];
    input?: string | string[];
    prompt?: string;
    [field: string]: unknown;
  };
  /** the client has closed the connection before the end of the answer */
  isClosed: boolean;
}

export interface ScriptedToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** One answer. A chat answer streams `text` by word unless `pieces` are given. */
export interface ModelAnswer {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  pieces?: string[];
  toolCalls?: ScriptedToolCall[];
  finish?: string;
  /** null: the server reports no usage */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
  /** one whole JSON answer instead of a stream */
  isWhole?: boolean;
  /** never answers */
  hang?: boolean;
  /** sends only comments, without end */
  comments?: boolean;
  /** sends this number of pieces, and then nothing */
  stallAfter?: number;
  /** closes the connection after this number of pieces, without an end of the stream */
  cutAfter?: number;
  /** pauses before each piece, in milliseconds */
  dripMs?: number;
  /** sends this number of bytes of text, as fast as the client reads them */
  floodBytes?: number;
  /** awaited before the next piece; gets the number of sent pieces */
  gate?: (sent: number) => Promise<void>;
  /** the body, unchanged; also of other paths than chat */
  raw?: string | Buffer;
  contentType?: string;
  /** closes the connection without an answer */
  refuse?: boolean;
}

/** Answers in turn, the last one repeated; or a function of the request. */
export type ModelScript =
  readonly ModelAnswer[] | ((request: ModelRequest, index: number) => ModelAnswer | Promise<ModelAnswer>);

export interface ModelServer {
  /** base address, ends in /v1 */
  url: string;
  requests: ModelRequest[];
  /** texts of all messages and inputs that were sent, in order */
  prompts(): string[];
  /** Replaces the script and clears the requests. */
  setScript(script: ModelScript): void;
  /** the answer of `/models`; null: not found */
  setModels(models: readonly object[] | null): void;
  /** number of requests that are being answered */
  open(): number;
  close(): Promise<void>;
}

const HELLO: ModelAnswer = { text: 'Hello from the scripted model.' };
const USAGE = { prompt_tokens: 12, completion_tokens: 7 };

async function read(request: IncomingMessage): Promise<ModelRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return {
    method: request.method ?? '',
    path: (request.url ?? '').replace(/^\/v1/, ''),
    authorization: request.headers.authorization,
    body: text.startsWith('{') ? (JSON.parse(text) as ModelRequest['body']) : {},
    isClosed: false,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the client can receive more, or has disconnected. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Closes the connection after the written part of the body. */
const cut = (response: ServerResponse): void => void response.socket?.end();

const finishOf = (answer: ModelAnswer): string => answer.finish ?? (answer.toolCalls ? 'tool_calls' : 'stop');

async function flood(response: ServerResponse, bytes: number): Promise<void> {
  const piece = chunk({ content: 'x'.repeat(16 * 1024) });
  for (let sent = 0; sent < bytes && !response.destroyed; sent += piece.length)
    if (!response.write(piece)) await drained(response);
}

async function stream(response: ServerResponse, answer: ModelAnswer): Promise<void> {
  response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers });
  response.flushHeaders();
  if (answer.comments) {
    const timer = setInterval(() => response.write(': working\n\n'), 5);
    response.once('close', () => clearInterval(timer));
    return;
  }
  response.write(chunk({ role: 'assistant', content: '' }));
  if (answer.floodBytes) await flood(response, answer.floodBytes);
  const pieces = answer.pieces ?? (answer.text ?? '').match(/\S+\s*/g) ?? [];
  for (const [n, piece] of pieces.entries()) {
    if (n === answer.stallAfter) return;
    if (n === answer.cutAfter) return cut(response);
    if (answer.dripMs) await pause(answer.dripMs);
    await answer.gate?.(n);
    response.write(chunk({ content: piece }));
  }
  if (answer.stallAfter !== undefined) return;
  if (answer.cutAfter !== undefined) return cut(response);
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const half = Math.ceil(call.arguments.length / 2);
    const piece = (id: string | undefined, name: string | undefined, args: string): object => ({
      tool_calls: [
        { index, ...(id ? { id, type: 'function' } : {}), function: { ...(name ? { name } : {}), arguments: args } },
      ],
    });
    response.write(chunk(piece(call.id, call.name, call.arguments.slice(0, half))));
    response.write(chunk(piece(undefined, undefined, call.arguments.slice(half))));
  }
  response.write(chunk({}, finishOf(answer)));
  if (answer.usage !== null)
    response.write(`data: ${JSON.stringify({ choices: [], usage: answer.usage ?? USAGE })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** A vector of the text's characters: equal texts have equal vectors. */
const vectorOf = (text: string): number[] =>
  Array.from({ length: 8 }, (_, n) => [...text].filter((c) => c.codePointAt(0)! % 8 === n).length);

/** The default answer of paths other than chat. */
function ordinary({ path, body }: ModelRequest): { contentType: string; bytes: Buffer } | null {
  const json = (value: unknown) => ({ contentType: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });
  if (path === '/embeddings') {
    const texts = [body.input ?? []].flat();
    return json({
      data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })),
      usage: { prompt_tokens: texts.length * 3 },
    });
  }
  if (path === '/audio/speech') return { contentType: 'audio/mpeg', bytes: Buffer.from('ID3 scripted sound') };
  if (path === '/images/generations') return json({ data: [{ b64_json: PNG.toString('base64') }] });
  return null;
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function answerTo(request: ModelRequest, response: ServerResponse, answer: ModelAnswer): Promise<void> {
  if (answer.hang) return;
  if (answer.refuse) return void response.destroy();
  const send = (status: number, contentType: string, bytes: string | Buffer): void => {
    response.writeHead(status, { 'content-type': answer.contentType ?? contentType, ...answer.headers }).end(bytes);
  };
  if (answer.raw !== undefined) return send(answer.status ?? 200, 'text/event-stream', answer.raw);
  if (answer.status && answer.status >= 300)
    return send(answer.status, 'application/json', JSON.stringify({ error: { message: 'scripted refusal' } }));
  const usual = ordinary(request);
  if (usual) return send(200, usual.contentType, usual.bytes);
  if (request.path !== '/chat/completions') return send(404, 'application/json', '{}');
  if (!answer.isWhole) return stream(response, answer);
  send(
    200,
    'application/json',
    JSON.stringify({
      choices: [{ message: { role: 'assistant', content: answer.text ?? '' }, finish_reason: finishOf(answer) }],
      usage: answer.usage === null ? undefined : (answer.usage ?? USAGE),
    }),
  );
}

/** Starts the server. Without a script it answers with a greeting. */
export async function startModelServer(options: { script?: ModelScript; port?: number } = {}): Promise<ModelServer> {
  let script: ModelScript = options.script ?? [HELLO];
  let models: readonly object[] | null = [{ id: 'scripted' }, { id: 'other' }];
  const requests: ModelRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = await startLocalServer((request, response) => {
    open.add(response);
    void (async () => {
      const asked = await read(request);
      response.once('close', () => {
        open.delete(response);
        asked.isClosed = !response.writableFinished;
      });
      if (asked.path === '/models') {
        const body = models && JSON.stringify({ object: 'list', data: models });
        return response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body ?? '{}');
      }
      const index = requests.push(asked) - 1;
      const answer =
        typeof script === 'function'
          ? await script(asked, index)
          : (script[Math.min(index, script.length - 1)] ?? HELLO);
      await answerTo(asked, response, answer);
    })().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  }, options.port);
  return {
    url: `${server.origin}/v1`,
    requests,
    prompts: () =>
      requests.flatMap(({ body }) => [
        ...(body.messages ?? []).map(({ content }) => content ?? ''),
        ...[body.input ?? []].flat(),
        ...(body.prompt === undefined ? [] : [body.prompt]),
      ]),
    setScript(next) {
      script = next;
      requests.length = 0;
    },
    setModels(next) {
      models = next;
    },
    open: () => open.size,
    close: server.close,
  };
}
