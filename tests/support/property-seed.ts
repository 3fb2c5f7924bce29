/**
 * Loaded before every unit and integration test: all properties (fast-check) draw their values from one seed. It changes
 * each day (UTC), so that the test command keeps searching and gives everyone the same result on the same day.
 * PROPERTY_SEED in the environment repeats a day: a failed property prints its seed.
 */
import fc from 'fast-check';

const DAY_MS = 86_400_000;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? Math.floor(Date.now() / DAY_MS)) });
