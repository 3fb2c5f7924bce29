/** What tests take of source-hash.mjs. */
export function serverCommand(options?: { dev?: boolean }): string[];
export function isServerBuilt(): boolean;
