/**
 * Time limits in milliseconds for what never comes. They do not measure speed: a machine with other work may take many
 * times as long for what does come.
 */

/** for one state that a test waits for */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 120_000);
/** for a test, which waits for several states */
export const TEST_PATIENCE_MS = 600_000;
