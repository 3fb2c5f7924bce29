/** Entries of the matrix of core-outsiders.integration.ts: inputs of calls that name things of somebody else. */
import type { CallDefinition } from '../../sync/protocol/call';

/** Ids of what Ann has and shares with nobody. */
export interface Things {
  project: string;
  note: string;
  meeting: string;
  participant: string;
  segment: string;
  recording: string;
  upload: string;
  message: string;
  item: string;
  task: string;
}
/** Ids of what a caller has, to mix with Ann's. */
export interface Own {
  project: string;
  meeting: string;
  note: string;
}
export type Inputs = (ann: Things, own: Own) => object[];

/** Inputs of a call that name something of Ann's; none where it takes no id. */
export type OutsiderEntry = [CallDefinition, Inputs];
