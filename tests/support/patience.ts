/**
 * Time limits in milliseconds for what never comes. They do not measure speed: a machine with other work may take many
 * times as long for what does come.
 */

/**
 * for one state that a test waits for; the first page of a process loads a thousand modules, which took 110 s beside two
 * other runs of all tests on two cores
 */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 240_000);
/** for a test, which waits for several states */
export const TEST_PATIENCE_MS = 900_000;
