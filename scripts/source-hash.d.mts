/** Types of source-hash.mjs for tests. */
export function serverCommand(options?: { dev?: boolean }): string[];
export function isServerBuilt(): boolean;
