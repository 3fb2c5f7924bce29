/**
 * Schemas of external identifiers. They are separate from `ids.ts`, so that screens that only create ids do not load
 * valibot.
 */
import * as v from 'valibot';
import { LIMITS } from './limits';

/** Format of an external id. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'PARAM_ERROR'));
/** An id, or '' for none (indexes cannot hold null). */
export const IdOrNone = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{0,64}$/, 'PARAM_ERROR'));
/** People or departments that a document is shared with. */
export const Ids = v.pipe(v.array(Id), v.maxLength(LIMITS.shareList, 'PARAM_ERROR'));
export const SpaceName = v.pipe(
  v.string(),
  v.regex(/^(person|company|project|meeting|note|article|thread|agent):[A-Za-z0-9_-]{1,64}$/, 'PARAM_ERROR'),
);
