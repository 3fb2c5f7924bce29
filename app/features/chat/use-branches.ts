/** The branch of a chat that is on screen, and what changes it: another version, or a further question. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedQuestion } from '~/features/ask/draft';
import { reportFailure } from '~/features/failures/report-failure';
import type { Turn } from '../../../sync/model/kinds/turns';
import { choicesTo, shownTurns, type ChosenVersions, type ShownTurn } from './branches';

export interface Branches {
  shown: readonly ShownTurn[];
  choose: (turn: Turn) => void;
  /** asks a question that follows another, '' for none, and shows it */
  ask: (question: AskedQuestion, followsId: string) => Promise<void>;
  /** asks a version of a question; a failure has been reported when it rejects */
  askVersion: (turn: Turn, question: string) => Promise<void>;
}

/** @param onAsk stores a question, and resolves with the id of its turn. Must be stable */
export function useBranches(
  turns: readonly Turn[],
  onAsk: (question: AskedQuestion, followsId: string) => Promise<string>,
): Branches {
  const { t } = useTranslation('errors');
  const [chosen, setChosen] = useState<ChosenVersions>({});
  const shown = useMemo(() => shownTurns(turns, chosen), [turns, chosen]);
  const latest = useRef(turns);
  latest.current = turns;
  /** number of versions that the person has chosen */
  const choices = useRef(0);
  const ask = useCallback(
    async (question: AskedQuestion, followsId: string): Promise<void> => {
      const chosenBefore = choices.current;
      const turnId = await onAsk(question, followsId);
      // A stored question is shown before this is known, and the person may have chosen a version since.
      if (choices.current !== chosenBefore) return;
      setChosen((before) => ({ ...choicesTo(latest.current, followsId, before), [followsId]: turnId }));
    },
    [onAsk],
  );
  const choose = useCallback((turn: Turn) => {
    choices.current += 1;
    setChosen((before) => ({ ...before, ...followedBy(latest.current, turn) }));
  }, []);
  const askVersion = useCallback(
    async ({ followsId, context, fileIds, fileNames, usesWeb }: Turn, question: string) => {
      try {
        const files = { fileIds, ...(fileNames ? { fileNames } : {}) };
        await ask({ question, context, ...files, usesWeb } as AskedQuestion, followsId);
      } catch (error) {
        reportFailure(t, error);
        throw error;
      }
    },
    [ask, t],
  );
  return { shown, choose, ask, askVersion };
}

/** The choice of a version, by the question that it is shown to follow. */
function followedBy(turns: readonly Turn[], turn: Turn): ChosenVersions {
  return { [turns.some(({ id }) => id === turn.followsId) ? turn.followsId : '']: turn.id };
}
