import type { TFunction } from 'i18next';
import type { MentionWords } from './shown-names';

/** Words for mentions whose target is missing. `t` must know the `note` namespace. */
export const mentionWordsOf = (t: TFunction<'note'> | TFunction<readonly ['note', ...string[]]>): MentionWords => {
  const say = t as (key: string, options: { name: string }) => string;
  return { gone: (name) => say('note:mention.gone', { name }), left: (name) => say('note:mention.left', { name }) };
};
