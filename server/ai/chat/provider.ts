/** Interface of language models. Domain code depends on this interface and not on types of a vendor. */
import type { TokenPrice } from '../../platform/provider-config';
import type { TokenUsage } from '../tokens';

export interface ToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it, not validated */
  arguments: string;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments */
  parameters: object;
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  tools?: readonly ToolDefinition[];
  /** requests an answer in JSON of this schema; `structuredAnswer` adds validation and repair */
  schema?: { name: string; schema: object };
  /** most tokens of the answer */
  maxTokens?: number;
  temperature?: number;
  /** ends the request and closes the connection */
  signal: AbortSignal;
}

/** `length`: truncated at the limit of tokens. `filtered`: withheld by the provider. */
export type FinishReason = 'stop' | 'length' | 'toolCalls' | 'filtered';

/** `start` comes once, before the first text or tool call, with the answering provider; `done` comes once, at the end. */
export type ChatEvent =
  | { type: 'start'; provider: string; model: string; price: TokenPrice }
  | { type: 'text'; text: string }
  | { type: 'toolCall'; call: ToolCall }
  | { type: 'done'; finish: FinishReason; usage: TokenUsage };

export interface ChatProvider {
  /** stored as `provider` of generated texts; never an address with a key */
  name: string;
  model: string;
  /** most tokens of messages and answer together */
  contextTokens: number;
  price: TokenPrice;
  /** prices of the fallback providers */
  fallbackPrices?: readonly TokenPrice[];
  /** Throws ProviderFailure, or the signal's reason. Closes the connection if the consumer stops early. */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>;
}

/** The highest price of a million tokens, of input and output, among the provider and its fallbacks. */
export const highestPrice = ({ price, fallbackPrices = [] }: Pick<ChatProvider, 'price' | 'fallbackPrices'>): number =>
  Math.max(...[price, ...fallbackPrices].flatMap(({ input, output }) => [input, output]));

export interface ChatAnswer {
  text: string;
  toolCalls: ToolCall[];
  finish: FinishReason;
  usage: TokenUsage;
  /** of the provider that answered */
  price: TokenPrice;
  provider: string;
  model: string;
}

/** Collects the whole answer of a stream. */
export async function wholeAnswer(stream: AsyncIterable<ChatEvent>): Promise<ChatAnswer> {
  const answer: ChatAnswer = {
    text: '',
    toolCalls: [],
    finish: 'stop',
    usage: { input: 0, output: 0, isEstimated: true },
    price: { input: 0, output: 0 },
    provider: '',
    model: '',
  };
  for await (const event of stream) {
    if (event.type === 'start') {
      const { provider, model, price } = event;
      Object.assign(answer, { provider, model, price });
    } else if (event.type === 'text') answer.text += event.text;
    else if (event.type === 'toolCall') answer.toolCalls.push(event.call);
    else Object.assign(answer, { finish: event.finish, usage: event.usage });
  }
  return answer;
}
