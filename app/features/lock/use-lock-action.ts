import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { replica } from '~/replica/client';
import type { LockAction } from '../../../sync/engine/account/lock/state';
import { CallError } from '../../../sync/protocol/errors';
import type { NewPin, NewPinErrors } from './pin-field';

export type Failure =
  /** error of one field: its text */
  | { field: 'pin' | 'again' | 'old' | 'password'; text: string }
  /** error of the form: its text and code */
  | { field: null; text: string; code: string };

const WRONG_PIN: ReadonlySet<string> = new Set(['DEVICE_PIN_WRONG', 'DEVICE_PIN_BLOCKED']);

/**
 * Runs an action of the lock and reports failures as texts.
 * @param existing the field of the current PIN
 */
export function useLockAction(existing: 'pin' | 'old' = 'pin') {
  const { t } = useTranslation(['lock', 'errors', 'auth']);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const explain = (error: unknown): Failure => {
    if (!(error instanceof CallError)) return { field: null, text: errorText(t, error), code: 'UNKNOWN_ERROR' };
    const { fieldErrors = {}, params = {} } = error.details;
    const { pin, password } = fieldErrors;
    if (pin === 'pinShort' || pin === 'pinTrivial') return { field: 'pin', text: t(`lock:${pin}`) };
    if (password) return { field: 'password', text: t('lock:passwordWrong') };
    if (error.code === 'DEVICE_PIN_WRONG')
      return {
        field: existing,
        text: typeof params['left'] === 'number' ? t('lock:wrong', { count: params['left'] }) : errorText(t, error),
      };
    if (WRONG_PIN.has(error.code)) return { field: existing, text: errorText(t, error) };
    return { field: null, text: errorText(t, error), code: error.code };
  };
  /** true: succeeded */
  const act = async (action: LockAction): Promise<boolean> => {
    setRunning(true);
    setFailure(null);
    try {
      await replica().lock(action);
      return true;
    } catch (error) {
      setFailure(explain(error));
      return false;
    } finally {
      setRunning(false);
    }
  };
  /** Whether both inputs of a new PIN are equal. */
  const agrees = ({ pin, again }: NewPin): boolean => {
    if (pin.normalize('NFKC') === again.normalize('NFKC')) return true;
    setFailure({ field: 'again', text: t('lock:pinDiffers') });
    return false;
  };
  const textOf = (field: Failure['field']): string | undefined => (failure?.field === field ? failure.text : undefined);
  const [pin, again] = [textOf('pin'), textOf('again')];
  const errors: NewPinErrors = { ...(pin ? { pin } : {}), ...(again ? { again } : {}) };
  return { act, agrees, isRunning, failure, setFailure, textOf, errors };
}
