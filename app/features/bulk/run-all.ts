/** Runs a command for each of many documents; a refused one does not stop the others. */
export interface BulkResult<T> {
  done: T[];
  refused: { item: T; error: unknown }[];
}

export async function runAll<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<BulkResult<T>> {
  const result: BulkResult<T> = { done: [], refused: [] };
  for (const item of items) {
    try {
      await action(item);
      result.done.push(item);
    } catch (error) {
      result.refused.push({ item, error });
    }
  }
  return result;
}
