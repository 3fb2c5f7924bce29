/** Requests for access. */
import type { TopKind } from '../../../../model/top-kinds';

export interface AccessCommands {
  /** queued as a call: the owner is notified by the server */
  'access.request': { input: { kind: TopKind; id: string }; output: null };
}
