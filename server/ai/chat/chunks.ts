/**
 * Reads the chunks of `/chat/completions`. Servers differ: usage in the last chunk, in a chunk without choices, or
 * missing; tool calls in pieces by index, or whole; errors within a stream.
 */
import * as v from 'valibot';
import { ProviderFailure } from '../failure';
import { refusalOf } from '../http/status';
import type { TokenUsage } from '../tokens';
import type { FinishReason, ToolCall } from './provider';

const orNothing = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullish(schema), null);
const Text = orNothing(v.string());

const Piece = v.object({
  index: orNothing(v.number()),
  id: Text,
  function: orNothing(v.object({ name: Text, arguments: Text })),
});
const Content = v.object({ content: Text, tool_calls: orNothing(v.array(Piece)) });
const Chunk = v.object({
  choices: orNothing(
    v.array(v.object({ delta: orNothing(Content), message: orNothing(Content), finish_reason: Text })),
  ),
  usage: orNothing(v.object({ prompt_tokens: orNothing(v.number()), completion_tokens: orNothing(v.number()) })),
  error: v.optional(v.unknown()),
});

const FINISH: Record<string, FinishReason> = {
  length: 'length',
  tool_calls: 'toolCalls',
  function_call: 'toolCalls',
  content_filter: 'filtered',
};
/** most tool calls of one answer */
const CALLS_MAX = 64;

const count = (n: number | null | undefined): number | null =>
  typeof n === 'number' && Number.isSafeInteger(n) && n >= 0 ? n : null;

/** Collects the parts of one answer from its chunks. */
export class AnswerReader {
  finish: FinishReason | null = null;
  private readonly calls = new Map<number, ToolCall>();
  private input: number | null = null;
  private output: number | null = null;

  /** The text of a chunk, '' for none. Throws ProviderFailure. */
  read(json: unknown): string {
    const parsed = v.safeParse(Chunk, json);
    if (!parsed.success) throw new ProviderFailure('malformed', 'a part of the answer has an unknown form');
    const { choices, usage, error } = parsed.output;
    if (error !== undefined && error !== null) throw failureWithin(error);
    this.input = count(usage?.prompt_tokens) ?? this.input;
    this.output = count(usage?.completion_tokens) ?? this.output;
    const choice = choices?.[0];
    if (!choice) return '';
    if (choice.finish_reason) this.finish = FINISH[choice.finish_reason] ?? 'stop';
    const content = choice.delta ?? choice.message;
    for (const [n, piece] of (content?.tool_calls ?? []).entries()) this.add(piece, n);
    return content?.content ?? '';
  }

  private add(piece: v.InferOutput<typeof Piece>, place: number): void {
    const index = piece.index ?? place;
    const call = this.calls.get(index) ?? { id: '', name: '', arguments: '' };
    this.calls.set(index, {
      id: piece.id || call.id,
      name: piece.function?.name || call.name,
      arguments: call.arguments + (piece.function?.arguments ?? ''),
    });
    if (this.calls.size > CALLS_MAX) throw new ProviderFailure('endless', 'the answer has too many tool calls');
  }

  /** The complete tool calls; call it at the end of the answer. */
  toolCalls(): ToolCall[] {
    return [...this.calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([index, call]) => ({ ...call, id: call.id || `call-${index}` }))
      .filter((call) => call.name !== '');
  }

  usage(estimate: () => { input: number; output: number }): TokenUsage {
    if (this.input !== null && this.output !== null)
      return { input: this.input, output: this.output, isEstimated: false };
    const estimated = estimate();
    return { input: this.input ?? estimated.input, output: this.output ?? estimated.output, isEstimated: true };
  }
}

/** A failure sent instead of a chunk: its status or text gives the kind; its text is not used as a message. */
function failureWithin(error: unknown): ProviderFailure {
  const { code, status } = (typeof error === 'object' ? error : {}) as { code?: unknown; status?: unknown };
  const httpStatus = [status, code].map(Number).find((n) => Number.isInteger(n) && n >= 400 && n < 600) ?? 500;
  return refusalOf(httpStatus, 0, JSON.stringify(error).slice(0, 4096));
}
