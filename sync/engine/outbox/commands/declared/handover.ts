/** Work left by another device or in another organization. */

export interface HandoverCommands {
  /** dismisses the notice about the work in an organization the person left */
  'left.read': { input: { companyId: string }; output: null };
  /**
   * Takes over the items that a revoked device handed over, as if they were created here: they are merged and pushed
   * like any edit. Needs the server. Resolves when all are durable here and removed from quarantine; idempotent.
   */
  'handover.keep': { input: { id: string }; output: null };
}
