/**
 * Asks providers in order: each is retried after a temporary failure, then the next one is asked. Only before the first
 * part of an answer, as an answer that is partly shown is not restarted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Breakers } from './breaker';
import type { ChatEvent, ChatProvider, ChatRequest } from './chat/provider';
import { ProviderFailure } from './failure';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
/** longest Retry-After that is waited for, since a person waits for the answer */
const LONGEST_PAUSE_MS = 20_000;

export interface Candidate<P> {
  /** of the circuit breaker */
  key: string;
  provider: P;
}

export interface Resilience {
  breakers: Breakers;
  /** Replaced in tests. Rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** a number from 0 to 1 */
  random(): number;
}

export const waiting = async (ms: number, signal: AbortSignal): Promise<void> => {
  await pause(ms, undefined, { signal });
};

/** Milliseconds before the next attempt; null for no further one. Jitter spreads retries of many requests. */
function pauseBefore(attempt: number, error: unknown, random: () => number): number | null {
  if (!(error instanceof ProviderFailure) || !error.isPassing || error.kind === 'late') return null;
  if (attempt >= ATTEMPTS || error.retryAfterMs > LONGEST_PAUSE_MS) return null;
  const base = error.retryAfterMs || FIRST_PAUSE_MS * 2 ** (attempt - 1);
  return Math.round(base * (1 + random() / 2));
}

/** The first answer. Throws the failure of the first candidate if all fail, or the signal's reason. */
export async function firstAnswer<P, T>(
  candidates: readonly Candidate<P>[],
  { breakers, wait, random }: Resilience,
  signal: AbortSignal,
  call: (provider: P, key: string) => Promise<T>,
): Promise<T> {
  let reason: unknown = null;
  for (const { key, provider } of candidates) {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        breakers.admit(key);
      } catch (error) {
        reason ??= error;
        break;
      }
      try {
        const answer = await call(provider, key);
        breakers.succeeded(key);
        return answer;
      } catch (error) {
        breakers.failed(key, error);
        if (signal.aborted || !(error instanceof ProviderFailure)) throw error;
        reason ??= error;
        const ms = pauseBefore(attempt, error, random);
        if (ms === null) break;
        await wait(ms, signal);
      }
    }
  }
  throw reason;
}

/** Combines providers in fallback order; name, model, limits and price are those of the first. */
export function resilientChat(candidates: readonly Candidate<ChatProvider>[], resilience: Resilience): ChatProvider {
  const { name, model, contextTokens, price } = candidates[0]!.provider;
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { key, events, first } = await firstAnswer(
      candidates,
      resilience,
      request.signal,
      async (provider, candidate) => {
        const iterator = provider.stream(request)[Symbol.asyncIterator]();
        return { key: candidate, events: iterator, first: await iterator.next() };
      },
    );
    let next = first;
    try {
      while (!next.done) {
        yield next.value;
        next = await events.next();
      }
    } catch (error) {
      resilience.breakers.failed(key, error);
      throw error;
    } finally {
      await events.return?.();
    }
  }
  const fallbackPrices = candidates.slice(1).map(({ provider }) => provider.price);
  return { name, model, contextTokens, price, fallbackPrices, stream };
}
