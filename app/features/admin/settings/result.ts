/** What came of a form of the settings. */
import { isFailed, type Failed } from '~/features/account/result';
import type { RetentionPreview } from '../../../../server/organization/settings/contract';

export type Intent =
  'admin.set' | 'admin.unset' | 'owner' | 'retention' | 'storage' | 'passwords' | 'sessions' | 'device';

export type ActionResult =
  | { saved: Intent; name?: string }
  /** a shorter retention, to be confirmed */
  | { preview: RetentionPreview; days: number }
  | Failed;

/** What failed of this form; null for another's failure or none. */
export const failedOf = (outcome: ActionResult | undefined, intent: Intent): Failed | null =>
  outcome !== undefined && isFailed(outcome) && outcome.values['intent'] === intent ? outcome : null;

/** That this form was saved, with whom it was about. */
export const savedOf = (outcome: ActionResult | undefined, intent: Intent): { name?: string } | null =>
  outcome !== undefined && 'saved' in outcome && outcome.saved === intent ? outcome : null;
