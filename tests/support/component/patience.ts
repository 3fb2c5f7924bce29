/** time limit in milliseconds for a change of a page, on a busy machine */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 120_000);
