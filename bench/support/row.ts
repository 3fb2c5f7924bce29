/** A row of the table: its measurement and its lines. */
export interface Bench {
  /** small sizes and few repetitions: a check, not for comparison */
  quick: boolean;
  /** reports progress */
  say(text: string): void;
}

export interface Line {
  measured: string;
  goal: string;
  satchel: string;
  /** peers measured in the same run */
  beside: string;
  /** null: no goal */
  met: boolean | null;
}

export interface Row {
  name: string;
  run(bench: Bench): Promise<Line[]>;
}

/** Repeats a measurement. */
export async function times<T>(many: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < many; round += 1) results.push(await work(round));
  return results;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
