/** Answers the form by which a person asks for the mail of a registration again. */
import { failedCall, type Failed } from './result';

/** seconds until the next attempt where a failure names none */
const RETRY_SECONDS = 60;

export const resent = <Sent extends object>(
  form: FormData,
  sent: Sent,
  answer: Promise<{ resendAfterSeconds: number }>,
): Promise<Sent & { resendAfterSeconds: number; failed?: Failed }> =>
  answer.then(
    ({ resendAfterSeconds }) => ({ ...sent, resendAfterSeconds }),
    (error: unknown) => {
      const failed = failedCall(form, error, 'resendFailed');
      return { ...sent, resendAfterSeconds: Number(failed.params['seconds'] ?? RETRY_SECONDS), failed };
    },
  );
