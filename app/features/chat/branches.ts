/** The branches of a chat: questions that follow the same question are versions of each other. */
import type { Turn } from '../../../sync/model/kinds/turns';

/** A question on screen, with its versions in the order of asking, itself among them. */
export interface ShownTurn {
  turn: Turn;
  versions: readonly Turn[];
}
/** The chosen version by the question that it follows, '' for the first. */
export type ChosenVersions = Readonly<Record<string, string>>;

const inOrder = (a: Turn, b: Turn): number =>
  a.position - b.position || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/**
 * The questions from the first to the last along the chosen versions, where none is chosen the newest. A question whose
 * predecessor is not here, or comes after it, follows the one that was asked before it: none is lost, and no loop
 * arises.
 */
export function shownTurns(turns: readonly Turn[], chosen: ChosenVersions): ShownTurn[] {
  const followers = new Map<string, Turn[]>();
  const seen = new Set(['']);
  let before = '';
  for (const turn of [...turns].sort(inOrder)) {
    const followed = seen.has(turn.followsId) ? turn.followsId : before;
    followers.set(followed, [...(followers.get(followed) ?? []), turn]);
    seen.add(turn.id);
    before = turn.id;
  }
  const shown: ShownTurn[] = [];
  for (let versions = followers.get(''), at = ''; versions; versions = followers.get(at)) {
    const turn = versions.find(({ id }) => id === chosen[at]) ?? versions.at(-1)!;
    shown.push({ turn, versions });
    at = turn.id;
  }
  return shown;
}

/** The choices with the way to a question, so that it is on screen. */
export function choicesTo(turns: readonly Turn[], id: string, chosen: ChosenVersions): ChosenVersions {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const choices: Record<string, string> = { ...chosen };
  for (let turn = byId.get(id), steps = 0; turn && steps < turns.length; turn = byId.get(turn.followsId), steps += 1)
    choices[turn.followsId] = turn.id;
  return choices;
}
