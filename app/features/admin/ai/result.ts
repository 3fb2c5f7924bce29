/** Result of a form of the AI providers. */
import { isFailed, type Failed } from '~/features/account/result';
import type { Capability, ProviderTest } from '../../../../server/core/ai-providers/contract';

/** A form of the screen: one a capability, and the limits. */
export type FormOf = Capability | 'limits';

export type ActionResult =
  | { saved: FormOf }
  | { removed: FormOf }
  /** with the typed values, the key excluded */
  | { tested: FormOf; test: ProviderTest; values: Record<string, string> }
  | Failed;

/** The failure of this form; null for another form's failure or none. */
export const failedOf = (result: ActionResult | undefined, form: FormOf): Failed | null =>
  result !== undefined && isFailed(result) && result.values['intent'] === form ? result : null;

export const testOf = (
  result: ActionResult | undefined,
  form: FormOf,
): Extract<ActionResult, { tested: FormOf }> | null =>
  result !== undefined && 'tested' in result && result.tested === form ? result : null;

export const resultOf = (result: ActionResult | undefined, form: FormOf): 'saved' | 'removed' | null => {
  if (result === undefined) return null;
  if ('saved' in result && result.saved === form) return 'saved';
  return 'removed' in result && result.removed === form ? 'removed' : null;
};
