/** Maps the HTTP status of a provider's answer to a failure. */
import { ProviderFailure } from '../failure';

/** Milliseconds of a Retry-After header (seconds or a date, RFC 9110 section 10.2.3); 0 for none. */
export function retryAfter(header: string | null, now: number): number {
  if (!header) return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/**
 * @param excerpt the beginning of the refusal's body; it only decides between kinds and is not used as a message
 */
export function refusalOf(status: number, afterMs: number, excerpt: string): ProviderFailure {
  if (status >= 300 && status < 400)
    return new ProviderFailure('refused', `the provider answered with a redirect (${status}), which is not followed`);
  if (status === 402 || /insufficient_quota|credit balance is too low/i.test(excerpt))
    return new ProviderFailure('quota', `the provider's quota is used up (${status})`);
  if (status === 401 || status === 403) return new ProviderFailure('key', `the provider refused the key (${status})`);
  if (status === 404) return new ProviderFailure('model', 'the provider does not know the model or the address (404)');
  if (
    status === 413 ||
    /context_length_exceeded|maximum context|context (length|window|size)|too many tokens/i.test(excerpt)
  )
    return new ProviderFailure('tooLarge', `the provider refused the input as too long (${status})`);
  if (/model_not_found|model .{0,100}(does not exist|not found)/i.test(excerpt))
    return new ProviderFailure('model', `the provider does not know the model (${status})`);
  if (status === 429) return new ProviderFailure('busy', 'the provider is busy', afterMs);
  if (status === 408 || status >= 500)
    return new ProviderFailure(
      status === 503 && afterMs > 0 ? 'busy' : 'unavailable',
      `the provider answered ${status}`,
      afterMs,
    );
  return new ProviderFailure('refused', `the provider answered ${status}`);
}
