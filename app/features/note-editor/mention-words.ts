import type { TFunction } from 'i18next';
import type { MentionWords } from './shown-names';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/** Words for mentions whose target is missing. `t` must know the `note` namespace. */
export const mentionWordsOf = (t: TFunction<'note'> | TFunction<readonly ['note', ...string[]]>): MentionWords => {
  const translate = dynamicKeys(t);
  return {
    gone: (name) => translate('note:mention.gone', { name }),
    left: (name) => translate('note:mention.left', { name }),
  };
};
