/**
 * Answers in JSON of a schema: requested by `response_format` and in the prompt (some servers ignore the former),
 * validated, and repaired once by the model.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ProviderFailure } from '../failure';
import type { TokenUsage } from '../tokens';
import { highestPrice, wholeAnswer, type ChatMessage, type ChatProvider, type ChatRequest } from './provider';

export interface StructuredAnswer<T> {
  value: T;
  /** of both requests if one was repaired */
  usage: TokenUsage;
  /** highest cost of these tokens, by the higher price of the provider that answered */
  money: number;
  provider: string;
  model: string;
}

/** The JSON in a text: alone, in a code fence, or after a sentence; undefined if there is none. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))];
  for (const candidate of [text, fenced, start >= 0 && end > start ? text.slice(start, end + 1) : undefined]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // try the next candidate
    }
  }
  return undefined;
}

const sum = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  isEstimated: a.isEstimated || b.isEstimated,
});

/** Throws ProviderFailure('malformed') if the repaired answer is invalid, too. */
export async function structuredAnswer<S extends v.GenericSchema>(
  provider: Pick<ChatProvider, 'stream'>,
  schema: S,
  { name, ...request }: Omit<ChatRequest, 'schema' | 'tools'> & { name: string },
): Promise<StructuredAnswer<v.InferOutput<S>>> {
  const jsonSchema = toJsonSchema(schema, { errorMode: 'ignore' });
  const instruction: ChatMessage = {
    role: 'system',
    content: `Answer with JSON of this JSON Schema only, without any other text:\n${JSON.stringify(jsonSchema)}`,
  };
  let messages: readonly ChatMessage[] = [instruction, ...request.messages];
  let usage: TokenUsage | null = null;
  let money = 0;
  for (const isRepair of [false, true]) {
    const answer = await wholeAnswer(provider.stream({ ...request, messages, schema: { name, schema: jsonSchema } }));
    usage = usage ? sum(usage, answer.usage) : answer.usage;
    money += ((answer.usage.input + answer.usage.output) * highestPrice(answer)) / 1e6;
    const json = jsonIn(answer.text);
    const parsed = json === undefined ? null : v.safeParse(schema, json);
    if (parsed?.success) return { value: parsed.output, usage, money, provider: answer.provider, model: answer.model };
    if (isRepair) break;
    const faults = parsed
      ? parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the value'}: ${issue.message}`).slice(0, 20)
      : ['it is not JSON'];
    messages = [
      ...messages,
      { role: 'assistant', content: answer.text },
      { role: 'user', content: `This is not valid:\n${faults.join('\n')}\nAnswer again with the corrected JSON only.` },
    ];
  }
  throw new ProviderFailure('malformed', 'the answer does not match the schema');
}
