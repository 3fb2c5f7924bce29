/**
 * RxDB schemas, generated from the model. Only what RxDB must know is declared: the key and the indexed fields; everything else passes
 * as it is (the valibot schemas judge it), so that a field added to the model needs no migration and unknown fields survive.
 *
 * What is declared is what lies on the disk in clear (sync/engine/storage/sealing): ids, times, flags and kinds, never what people wrote.
 */
import type { RxJsonSchema } from 'rxdb';
import type * as v from 'valibot';
import { RECENCY_MIN, type CollectionDefinition } from '../../model/collection';
import type { StoredFields } from './stored';

type Property =
  | { type: 'string'; maxLength: number }
  | { type: 'number'; minimum: number; maximum: number; multipleOf: number }
  | { type: 'boolean' };

/** Longest id of the model (sync/model/ids). */
const ID_LENGTH = 64;
/** Longest value of a short text that an index may hold. */
const TEXT_LENGTH = 128;

const RECENCY: Property = { type: 'number', minimum: RECENCY_MIN, maximum: 0, multipleOf: 1 };

/** The kind of an indexed field, read from its valibot schema. */
function indexed(field: string, schema: v.GenericSchema | undefined): Property {
  if (field === 'recency') return RECENCY;
  const root = schema && 'pipe' in schema ? (schema.pipe as v.GenericSchema[])[0] : schema;
  if (root?.type === 'boolean') return { type: 'boolean' };
  if (root?.type === 'string')
    return { type: 'string', maxLength: field.toLowerCase().endsWith('id') ? ID_LENGTH : TEXT_LENGTH };
  if (root?.type === 'picklist') return { type: 'string', maxLength: TEXT_LENGTH };
  throw new TypeError(`no index on ${field}: ${root?.type ?? 'no such field'}`);
}

export function rxSchema(definition: CollectionDefinition): RxJsonSchema<StoredFields> {
  const fields = new Set(definition.indexes.flat());
  const properties: Record<string, Property> = {
    id: { type: 'string', maxLength: ID_LENGTH },
    space: { type: 'string', maxLength: TEXT_LENGTH },
    waits: { type: 'boolean' },
  };
  for (const field of fields)
    properties[field] = indexed(field, definition.fields[field] as v.GenericSchema | undefined);
  return {
    version: definition.version,
    primaryKey: 'id',
    type: 'object',
    properties: properties as RxJsonSchema<StoredFields>['properties'],
    // what an index names has to be required; deletions come bare all the same, as nothing validates on writing
    required: ['id', 'waits', ...fields] as never[],
    indexes: [['waits'], ...definition.indexes],
    additionalProperties: true,
  } as unknown as RxJsonSchema<StoredFields>;
}
