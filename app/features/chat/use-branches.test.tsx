import { act } from 'react';
import { expect, test } from 'vitest';
import { renderInEnglish } from '../../../tests/support/component/render';
import type { AskedQuestion } from '~/features/ask/draft';
import type { Turn } from '../../../sync/model/kinds/turns';
import { useBranches, type Branches } from './use-branches';

const turn = (id: string, position: number): Turn => ({ id, followsId: '', position, createdAt: position }) as Turn;
const [FIRST, SECOND] = [turn('first', 1), turn('second', 2)];

test('a version chosen while a further one is being stored stays on screen', async () => {
  let branches!: Branches;
  let stored!: (id: string) => void;
  const onAsk = (): Promise<string> =>
    new Promise((resolve) => {
      stored = resolve;
    });
  function Chat() {
    branches = useBranches([FIRST, SECOND], onAsk);
    return null;
  }
  const { close } = await renderInEnglish(<Chat />, {});
  const shown = (): string[] => branches.shown.map(({ turn: { id } }) => id);
  let asked!: Promise<void>;
  await act(async () => {
    asked = branches.askVersion(FIRST, 'A further version?');
  });
  await act(async () => branches.choose(FIRST));
  expect(shown()).toEqual(['first']);
  await act(async () => {
    stored('second');
    await asked;
  });
  expect(shown()).toEqual(['first']);

  // without a choice of the person, the stored one is shown
  await act(async () => {
    asked = branches.ask({} as AskedQuestion, '');
  });
  await act(async () => {
    stored('second');
    await asked;
  });
  expect(shown()).toEqual(['second']);
  await close();
});
