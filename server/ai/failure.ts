/** The reason of a provider's failure, for all capabilities, so that domain code does not depend on errors of a vendor. */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';

/**
 *   - `tooLarge`    the input is too long: retry with a shorter one
 *   - `busy`        retry after `retryAfterMs`
 *   - `unavailable` no response, or 5xx: retry later
 *   - `late`        no answer in time
 *   - `cut`         the answer is incomplete
 *   - `malformed`   unreadable answer: a retry may help
 *   - `endless`     the answer exceeds the limit
 *   - `key`, `quota`, `model`, `refused`, `address` permanent until an administrator changes the settings
 */
const CODES = {
  tooLarge: 'PROVIDER_INPUT_TOO_LARGE',
  busy: 'PROVIDER_BUSY',
  unavailable: 'PROVIDER_UNAVAILABLE',
  late: 'PROVIDER_TIMEOUT',
  cut: 'PROVIDER_ANSWER_CUT',
  malformed: 'PROVIDER_ANSWER_INVALID',
  endless: 'PROVIDER_ANSWER_TOO_LARGE',
  key: 'PROVIDER_KEY_REFUSED',
  quota: 'PROVIDER_QUOTA_EXCEEDED',
  model: 'PROVIDER_MODEL_NOT_FOUND',
  refused: 'PROVIDER_REQUEST_REFUSED',
  address: 'PROVIDER_ADDRESS_REFUSED',
} as const satisfies Record<string, ErrorCode>;

export type FailureKind = keyof typeof CODES;

/** the same request may succeed later */
const PASSING: readonly FailureKind[] = ['busy', 'unavailable', 'late', 'cut'];
const PERMANENT: readonly FailureKind[] = ['key', 'quota', 'model', 'refused', 'address'];

/**
 * Message and cause may be logged, so they contain neither a key nor text of the provider's answer; some providers repeat
 * keys in their errors.
 */
export class ProviderFailure extends CallError {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** milliseconds to wait as requested by the provider; 0 if not given */
    readonly retryAfterMs = 0,
  ) {
    super(CODES[kind], { message });
  }

  get isPassing(): boolean {
    return PASSING.includes(this.kind);
  }

  /** Whether a retry fails until an administrator changes the settings. */
  get isPermanent(): boolean {
    return PERMANENT.includes(this.kind);
  }
}
