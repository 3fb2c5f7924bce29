/** Result of a form of the settings. */
import { isFailed, type Failed } from '~/features/account/result';
import type { RetentionPreview } from '../../../../server/organization/settings/contract';

export type Intent =
  'admin.set' | 'admin.unset' | 'owner' | 'retention' | 'storage' | 'passwords' | 'sessions' | 'device';

export type ActionResult =
  | { saved: Intent; name?: string }
  /** a shorter retention that must be confirmed */
  | { preview: RetentionPreview; days: number }
  | Failed;

/** The failure of this form; null for another form's failure or none. */
export const failedOf = (outcome: ActionResult | undefined, intent: Intent): Failed | null =>
  outcome !== undefined && isFailed(outcome) && outcome.values['intent'] === intent ? outcome : null;

/** Whether this form was saved, and for whom. */
export const savedOf = (outcome: ActionResult | undefined, intent: Intent): { name?: string } | null =>
  outcome !== undefined && 'saved' in outcome && outcome.saved === intent ? outcome : null;
