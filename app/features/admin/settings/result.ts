/** Result of a form of the settings. */
import { isFailed, type Failed } from '~/features/account/result';
import type { RetentionPreview } from '../../../../server/organization/settings/contract';

export type Intent =
  | 'admin.set'
  | 'admin.unset'
  | 'owner'
  | 'retention'
  | 'storage'
  | 'passwords'
  | 'links'
  | 'recording'
  | 'sessions'
  | 'device';

export type ActionResult =
  | { saved: Intent; name?: string }
  /** a shorter retention that must be confirmed */
  | { preview: RetentionPreview; days: number }
  | Failed;

/** The failure of this form; null for another form's failure or none. */
export const failedOf = (result: ActionResult | undefined, intent: Intent): Failed | null =>
  result !== undefined && isFailed(result) && result.values['intent'] === intent ? result : null;

/** Whether this form was saved, and for whom. */
export const savedOf = (result: ActionResult | undefined, intent: Intent): { name?: string } | null =>
  result !== undefined && 'saved' in result && result.saved === intent ? result : null;
