/**
 * Client of `/chat/completions`, as served by OpenAI, Ollama, LM Studio, vLLM, llama.cpp, LocalAI and others. Reads text,
 * tool calls, the finish reason and usage; reasoning is dropped.
 */
import type { TokenPrice } from '../../platform/provider-config';
import { ProviderFailure } from '../failure';
import { eventsOf } from '../http/events';
import { hostOf, jsonBody, parseJson, send, type Endpoint, type ProviderAnswer } from '../http/request';
import { estimateTokens } from '../tokens';
import { AnswerReader } from './chunks';
import type { ChatEvent, ChatMessage, ChatProvider, ChatRequest } from './provider';

/** most transferred bytes of one answer; a token takes about 250 bytes in a stream */
const ANSWER_BYTES = 16 * 1024 * 1024;
/** most characters of an answer's text, and of its tool calls */
const TEXT_MAX = 1024 * 1024;

export interface ChatSettings {
  endpoint: Endpoint;
  model: string;
  contextTokens: number;
  price: TokenPrice;
}

const wireMessage = (message: ChatMessage): object => {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role === 'assistant' && message.toolCalls?.length)
    return {
      role: 'assistant',
      content: message.content || null,
      tool_calls: message.toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    };
  return { role: message.role, content: message.content };
};

function bodyOf(model: string, request: ChatRequest): object {
  return {
    model,
    messages: request.messages.map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.maxTokens === undefined ? {} : { max_tokens: request.maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.tools?.length
      ? {
          tools: request.tools.map((tool) => ({
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.parameters },
          })),
        }
      : {}),
    ...(request.schema
      ? { response_format: { type: 'json_schema', json_schema: { ...request.schema, strict: true } } }
      : {}),
  };
}

/** Upper estimate of the tokens of a request. */
export const requestTokens = ({ messages, tools, schema }: Omit<ChatRequest, 'signal'>): number =>
  messages.reduce(
    (sum, message) =>
      sum +
      4 +
      estimateTokens(message.content) +
      (message.role === 'assistant' && message.toolCalls ? estimateTokens(JSON.stringify(message.toolCalls)) : 0),
    0,
  ) +
  (tools?.length ? estimateTokens(JSON.stringify(tools)) : 0) +
  (schema ? estimateTokens(JSON.stringify(schema)) : 0);

/** The JSON values of an answer: the events of a stream, or the whole answer of a server without streaming. */
async function* chunksOf(answer: ProviderAnswer): AsyncGenerator<unknown, boolean> {
  // such as the sign-in page of a network or a proxy
  if (/html/i.test(answer.contentType)) {
    answer.close();
    throw new ProviderFailure('malformed', 'the answer is an HTML page');
  }
  if (!/event-stream/i.test(answer.contentType) && /json/i.test(answer.contentType)) {
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    yield parseJson(Buffer.concat(parts));
    return true;
  }
  for await (const data of eventsOf(answer.body)) {
    if (data.trim() === '[DONE]') return true;
    if (data.trim() !== '') yield parseJson(Buffer.from(data));
  }
  return false;
}

export function openAiCompatibleChat({ endpoint, model, contextTokens, price }: ChatSettings): ChatProvider {
  const name = hostOf(endpoint.url);

  const sendRequest = (request: ChatRequest): Promise<ProviderAnswer> =>
    send(endpoint, {
      path: '/chat/completions',
      body: jsonBody(bodyOf(model, request)),
      accept: 'text/event-stream',
      maxBytes: ANSWER_BYTES,
      reportsProgress: true,
      signal: request.signal,
    });

  /** Repeats a refused request without `json_schema`, as some servers do not know it; the prompt has the schema, too. */
  const open = async (request: ChatRequest): Promise<ProviderAnswer> => {
    try {
      return await sendRequest(request);
    } catch (error) {
      if (!request.schema || !(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
      const { schema: _schema, ...plain } = request;
      return sendRequest(plain);
    }
  };

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const answer = await open(request);
    const reader = new AnswerReader();
    const chunks = chunksOf(answer);
    let written = '';
    let hasStarted = false;
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          // the answer is complete after the finish reason
          if (reader.finish !== null && error instanceof ProviderFailure && error.kind === 'cut')
            return { done: true as const, value: true };
          throw error;
        });
        // an answer ends with a finish reason or [DONE]; a connection closed before is an incomplete answer
        if (next.done && !next.value && reader.finish === null)
          throw new ProviderFailure('cut', 'the answer is incomplete');
        if (next.done) break;
        answer.progress();
        const text = reader.read(next.value);
        if (text === '') continue;
        if (!hasStarted) yield { type: 'start', provider: name, model, price };
        hasStarted = true;
        written += text;
        if (written.length > TEXT_MAX) throw new ProviderFailure('endless', 'the answer is too long');
        yield { type: 'text', text };
      }
    } finally {
      // also closes the connection if the consumer stops early
      await chunks.return(false);
    }
    const calls = reader.toolCalls();
    if (!hasStarted && calls.length === 0 && reader.finish !== 'filtered' && reader.finish !== 'length')
      throw new ProviderFailure('malformed', 'the answer is empty');
    if (!hasStarted) yield { type: 'start', provider: name, model, price };
    for (const call of calls) yield { type: 'toolCall', call };
    const usage = reader.usage(() => ({
      input: requestTokens(request),
      output: estimateTokens(written) + (calls.length ? estimateTokens(JSON.stringify(calls)) : 0),
    }));
    yield { type: 'done', finish: calls.length > 0 ? 'toolCalls' : (reader.finish ?? 'stop'), usage };
  }

  return { name, model, contextTokens, price, stream };
}
