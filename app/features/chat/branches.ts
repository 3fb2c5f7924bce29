/** The branches of a chat: questions that follow the same question are versions of each other. */
import type { Turn } from '../../../sync/model/kinds/turns';

/** A question on screen, with all of its versions in the order of asking. */
export interface ShownTurn {
  turn: Turn;
  versions: readonly Turn[];
}
/** Ids of the chosen versions, by the id of the question that they follow; the key of a first question is empty. */
export type ChosenVersions = Readonly<Record<string, string>>;

const inOrder = (a: Turn, b: Turn): number =>
  a.position - b.position || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/**
 * The questions from the first to the last along the chosen versions; the newest version if none is chosen. If the
 * predecessor of a question is missing, or comes after it, the question follows the one that was asked before it: so
 * every question is shown, and loops are impossible.
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

/** Extends the choices so that this question is on screen. */
export function choicesTo(turns: readonly Turn[], id: string, chosen: ChosenVersions): ChosenVersions {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const choices: Record<string, string> = { ...chosen };
  for (let turn = byId.get(id), steps = 0; turn && steps < turns.length; turn = byId.get(turn.followsId), steps += 1)
    choices[turn.followsId] = turn.id;
  return choices;
}
