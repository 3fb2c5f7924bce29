import { useTranslation } from 'react-i18next';

/** A message in the reader's language: of the console's `say` texts, of `auth`, or a code of `errors`. */
export function useSay(): (message: string | undefined, params?: Record<string, unknown>) => string | undefined {
  const { t, i18n } = useTranslation(['admin', 'auth', 'errors']);
  const say = t as (key: string, options: Record<string, unknown>) => string;
  return (message, params = {}) => {
    if (!message) return undefined;
    const key = [`admin:organization.say.${message}`, `auth:${message}`, `errors:${message}`].find((k) => i18n.exists(k));
    return say(key ?? 'errors:UNKNOWN_ERROR', params);
  };
}
