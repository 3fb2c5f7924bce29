/** An action on many documents: each is a command of its own, and what refuses it stops no other. */
export interface Outcome<T> {
  done: T[];
  refused: { item: T; error: unknown }[];
}

export async function runAll<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], refused: [] };
  for (const item of items) {
    try {
      await action(item);
      outcome.done.push(item);
    } catch (error) {
      outcome.refused.push({ item, error });
    }
  }
  return outcome;
}
