/** A scripted transcription server on loopback: an OpenAI-compatible `/v1/audio/transcriptions`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from './local-server';

/** A received request, without the key's value. */
export interface TranscriptionRequest {
  path: string;
  authorized: boolean;
  fields: Record<string, string>;
  file: { name: string; type: string; bytes: Buffer };
}

/**
 * One answer. `segments` with times in seconds are sent as verbose_json; `text` alone as `{text}`; `raw` unchanged.
 * `delayMs` waits before it, `status` fails, `hang` never answers.
 */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  delayMs?: number;
  hang?: boolean;
  text?: string;
  segments?: Record<string, unknown>[];
  raw?: string;
}

/** Answers in turn, the last one repeated; or a function of the request. */
export type TranscriptionScript =
  ScriptedAnswer[] | ((request: TranscriptionRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface TranscriptionServer {
  /** base address, ends in /v1 */
  url: string;
  requests: TranscriptionRequest[];
  setScript(script: TranscriptionScript): void;
  close(): Promise<void>;
}

const SPOKEN: ScriptedAnswer = {
  segments: [
    { id: 0, start: 0, end: 4.2, text: 'Good morning, everybody.', speaker: 'A' },
    { id: 1, start: 4.2, end: 9.8, text: 'Let us begin with the budget.', speaker: 'B' },
  ],
};

async function readRequest(request: IncomingMessage): Promise<TranscriptionRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const form = await new Response(Buffer.concat(parts), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const fields: Record<string, string> = {};
  let file: TranscriptionRequest['file'] = { name: '', type: '', bytes: Buffer.alloc(0) };
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') fields[name] = value;
    else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { path: request.url ?? '', authorized: Boolean(request.headers.authorization), fields, file };
}

function send(response: ServerResponse, answer: ScriptedAnswer): void {
  const body =
    answer.raw ??
    JSON.stringify(
      answer.status && answer.status >= 400
        ? { error: { message: 'scripted failure' } }
        : answer.segments
          ? { task: 'transcribe', text: answer.segments.map((s) => s['text']).join(' '), segments: answer.segments }
          : { text: answer.text ?? '' },
    );
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(body);
}

/** Starts the server. Without a script it returns two sentences of two speakers. */
export async function startTranscriptionServer(
  options: { port?: number; script?: TranscriptionScript } = {},
): Promise<TranscriptionServer> {
  let script: TranscriptionScript = options.script ?? [SPOKEN];
  const requests: TranscriptionRequest[] = [];
  const server = await startLocalServer((request, response) => {
    void (async () => {
      const asked = await readRequest(request);
      const index = requests.push(asked) - 1;
      const answer =
        typeof script === 'function'
          ? await script(asked, index)
          : (script[Math.min(index, script.length - 1)] ?? SPOKEN);
      if (answer.hang) return;
      if (answer.delayMs) setTimeout(() => send(response, answer), answer.delayMs);
      else send(response, answer);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  }, options.port);
  return {
    url: `${server.origin}/v1`,
    requests,
    setScript(next) {
      script = next;
      requests.length = 0;
    },
    close: server.close,
  };
}
