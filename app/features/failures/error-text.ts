import type { TFunction } from 'i18next';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/** Parts of a failed command or call that cross comlink: the code of a CallError with its parameters. */
export function errorCode(error: unknown): { code: string; params: Record<string, string | number> } {
  const e = (error ?? {}) as { code?: unknown; params?: unknown; details?: { params?: unknown } };
  const params = (e.params ?? e.details?.params ?? {}) as Record<string, string | number>;
  return { code: typeof e.code === 'string' ? e.code : 'UNKNOWN_ERROR', params };
}

/** The message of an error in the language of `t`. `t` must have loaded the `errors` namespace. */
export function errorText(t: TFunction<readonly [string, ...string[]]> | TFunction, error: unknown): string {
  const { code, params } = errorCode(error);
  const translate = dynamicKeys(t);
  return translate(`errors:${code}`, { ...params, defaultValue: translate('errors:UNKNOWN_ERROR', {}) });
}
