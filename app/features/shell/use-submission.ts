import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInProgress } from '~/ui/use-in-progress';
import { errorText } from '~/features/failures/error-text';

/** Submission of a form: whether it is in progress, and the text of its failure, '' for none. */
export function useSubmission(): {
  isInProgress: boolean;
  problem: string;
  setProblem: (text: string) => void;
  /** runs the submission; a failure becomes `problem` */
  submit: (action: () => Promise<void>) => Promise<void>;
} {
  const { t } = useTranslation(['errors']);
  const { isInProgress, track } = useInProgress();
  const [problem, setProblem] = useState('');
  return {
    isInProgress,
    problem,
    setProblem,
    submit: (action) =>
      track(action).catch((error: unknown) => {
        setProblem(errorText(t, error));
      }),
  };
}
