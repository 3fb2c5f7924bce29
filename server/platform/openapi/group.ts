/** Calls under one heading of the OpenAPI document (a tag), with the names of the schemas that they share. */
import type * as v from 'valibot';
import type { CallDefinition } from '../../../sync/protocol/call';

export interface CallGroup {
  /** the tag */
  name: string;
  description: string;
  calls: readonly CallDefinition[];
  /** schemas of answers by their name among the document's components; needed where a schema refers to itself */
  schemas?: Readonly<Record<string, v.GenericSchema>>;
}

/** A group of the calls that a contract declares. */
export const callGroup = (
  name: string,
  description: string,
  calls: object,
  schemas: CallGroup['schemas'] = {},
): CallGroup => ({ name, description, calls: Object.values(calls) as CallDefinition[], schemas });
