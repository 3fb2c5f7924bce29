/** Types of source-hash.mjs for tests. */
/** The sources of the screens: files and folders. */
export const SCREENS: { readonly sources: readonly string[] };
export function serverCommand(options?: { dev?: boolean }): string[];
export function isServerBuilt(): boolean;
