/**
 * Budgets of each test level, in seconds of processor time on the reference machine. A level that takes half as much
 * again fails the run, so that slow tests are noticed at once.
 *
 * Processor time, not wall time, and scaled by how fast this machine does a fixed piece of work, measured before,
 * during and after the run (the slowest counts; faster than the reference counts as equal), so that a slow or busy
 * machine fails nothing. With PostgreSQL's programs installed, and without caches of types and lint.
 */
const WORDS = 20_000;

export const REFERENCE = {
  machine: 'a virtual machine with two cores, Node 20, PostgreSQL 15',
  /** seconds of processor time of `calibrate` on the reference machine, at the slowest moment of a run */
  calibration: 0.23,
};

export const BUDGETS = {
  // measured on the reference machine beside other work, where a processor second does less: a quiet one takes a fifth less
  types: 75,
  lint: 90,
  format: 60,
  layers: 12,
  build: 65,
  unit: 80,
  component: 640,
  integration: 950,
  fuzz: 100,
  'end-to-end alone': 240,
  'end-to-end together': 600,
};
export const MARGIN = 1.5;

/**
 * Processor seconds of a fixed piece of work similar to tests: text, maps, sorting, JSON, arithmetic. The mean of three
 * rounds.
 */
export function calibrate() {
  const rounds = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    let state = 1;
    const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
    const words = Array.from({ length: WORDS }, () => next().toString(36));
    const counts = new Map();
    for (const word of words) {
      for (let i = 0; i < word.length; i += 1) counts.set(word.slice(0, i), (counts.get(word.slice(0, i)) ?? 0) + 1);
    }
    const copy = JSON.parse(JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
    for (let i = 0; i < 8_000_000; i += 1) state = (Math.imul(state, 31) + copy.length) >>> 0;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return rounds.reduce((sum, seconds) => sum + seconds, 0) / rounds.length;
}

/** Levels over their budgets, one line each. `factor`: how much slower this machine is than the reference. */
export function overBudget(times, factor) {
  return times.flatMap(({ level, processor }) => {
    const allowed = (BUDGETS[level] ?? Infinity) * factor * MARGIN;
    if (processor === null || processor <= allowed) return [];
    const reckoned = `budget ${BUDGETS[level]} s × ${factor.toFixed(2)} for this machine × ${MARGIN}`;
    return [
      `${level}: ${processor.toFixed(0)} s of processor time; more than ${allowed.toFixed(0)} s fails here (${reckoned})`,
    ];
  });
}
