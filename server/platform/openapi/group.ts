/** Calls under one tag of the OpenAPI document, with the names of their shared schemas. */
import type * as v from 'valibot';
import type { CallDefinition } from '../../../sync/protocol/call';

export interface CallGroup {
  /** name of the tag */
  name: string;
  description: string;
  calls: readonly CallDefinition[];
  /** response schemas by component name; required for a schema that refers to itself */
  schemas?: Readonly<Record<string, v.GenericSchema>>;
}

/** Groups the calls of a contract. */
export const callGroup = (
  name: string,
  description: string,
  calls: object,
  schemas: CallGroup['schemas'] = {},
): CallGroup => ({ name, description, calls: Object.values(calls) as CallDefinition[], schemas });
