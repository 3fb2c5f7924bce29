/** milliseconds that parts of a page may take, on a busy machine */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 120_000);
