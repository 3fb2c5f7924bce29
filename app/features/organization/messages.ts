import { useTranslation } from 'react-i18next';
import { ITS_OWN } from '~/features/account/result';
import { LIMITS } from '../../../sync/model/limits';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/**
 * A message in the reader's language: of the console's `messages` texts, of `auth`, or a code of `errors`. `intent`: of its
 * form.
 */
export function useMessages(): (
  message: string | undefined,
  params?: Record<string, unknown>,
  intent?: string,
) => string | undefined {
  const { t, i18n } = useTranslation(['admin', 'auth', 'errors']);
  const translate = dynamicKeys(t);
  return (message, params = {}, intent = '') => {
    if (!message) return undefined;
    const unable = ITS_OWN.has(message) && (intent === 'approve' ? 'approvalFailed' : 'operationFailed');
    const key = [
      ...(unable ? [`admin:organization.messages.${unable}`] : []),
      `admin:organization.messages.${message}`,
      `auth:${message}`,
      `errors:${message}`,
    ].find((k) => i18n.exists(k));
    return translate(key ?? 'errors:UNKNOWN_ERROR', { name: LIMITS.personName.max, ...params });
  };
}
