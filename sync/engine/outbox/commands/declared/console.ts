/** Stored answers of the server to screens of the admin console. */

export interface ConsoleCommands {
  /**
   * Stores the last answer of the server to a console screen (`value`: JSON, at most a few hundred kB) for the account
   * it was given to. `kept` is false if that is not the account of this workspace.
   */
  'console.keep': { input: { account: string; key: string; at: number; value: unknown }; output: { kept: boolean } };
  'console.last': { input: { key: string }; output: { at: number; value: unknown } | null };
  /** the person no longer administers: removes all stored answers */
  'console.forget': { input: Record<string, never>; output: null };
}
