/** A row of the table: what is measured, and the lines that come of it. */
export interface Bench {
  /** small sizes and few repetitions: to see that it works, not to compare */
  quick: boolean;
  /** says what is going on */
  say(text: string): void;
}

export interface Line {
  measured: string;
  goal: string;
  satchel: string;
  /** what it was measured beside, in the same run */
  beside: string;
  /** null: there is no goal */
  met: boolean | null;
}

export interface Row {
  name: string;
  run(bench: Bench): Promise<Line[]>;
}

/** Does something several times. */
export async function times<T>(many: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < many; round += 1) results.push(await work(round));
  return results;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
