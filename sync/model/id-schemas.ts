/** Schemas of identifiers from outside. Apart from `ids.ts`, so that screens that only make ids load no schemas. */
import * as v from 'valibot';

/** What an id from outside may look like. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'PARAM_ERROR'));
/** An id or nothing ('' stands for none, as indexes hold no null). */
export const IdOrNone = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{0,64}$/, 'PARAM_ERROR'));
export const SpaceName = v.pipe(
  v.string(),
  v.regex(/^(person|company|project|meeting|article|thread):[A-Za-z0-9_-]{1,64}$/, 'PARAM_ERROR'),
);
