/** Result of a form of the agents' setting. */
import { isFailed, type Failed } from '~/features/account/result';

/** `mode`: who may use agents, with their departments; the others concern one person. */
export type Intent = 'mode' | 'person.add' | 'person.remove';

export type ActionResult = { saved: Intent; name: string } | Failed;

/** The failure of one of these forms; null for another form's failure or none. */
export const failedOf = (result: ActionResult | undefined, ...intents: Intent[]): Failed | null =>
  result !== undefined && isFailed(result) && intents.includes(result.values['intent'] as Intent) ? result : null;

/** Name of the person that this form added or removed, '' for the form of the mode; null if it was not saved. */
export const savedOf = (result: ActionResult | undefined, intent: Intent): string | null =>
  result !== undefined && !isFailed(result) && result.saved === intent ? result.name : null;
