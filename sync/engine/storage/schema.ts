/**
 * RxDB schemas, generated from the model. They declare only what RxDB must know, the key and the indexed fields; other
 * fields are stored as they are (the valibot schemas validate them), so that a new field needs no migration and unknown
 * fields survive.
 *
 * Declared fields are stored in plain (sync/engine/storage/sealing): ids, times, flags and kinds, never written
 * content.
 */
import type { RxJsonSchema } from 'rxdb';
import type * as v from 'valibot';
import { RECENCY_MIN, type KindDefinition } from '../../model/kind';
import { indexFields, STORES } from '../../model/stores';
import type { StoredFields } from './stored';

type Property =
  | { type: 'string'; maxLength: number }
  | { type: 'number'; minimum: number; maximum: number; multipleOf: number }
  | { type: 'boolean' };

/** Longest id of the model (sync/model/ids). */
const ID_LENGTH = 64;
/** Longest indexed short text. */
const TEXT_LENGTH = 128;

const RECENCY: Property = { type: 'number', minimum: RECENCY_MIN, maximum: 0, multipleOf: 1 };

/** Type of an indexed field, from its valibot schema. */
function indexed(field: string, schema: v.GenericSchema | undefined): Property {
  if (field === 'recency') return RECENCY;
  const root = schema && 'pipe' in schema ? (schema.pipe as v.GenericSchema[])[0] : schema;
  if (root?.type === 'boolean') return { type: 'boolean' };
  if (root?.type === 'string')
    return { type: 'string', maxLength: field.toLowerCase().endsWith('id') ? ID_LENGTH : TEXT_LENGTH };
  if (root?.type === 'picklist') return { type: 'string', maxLength: TEXT_LENGTH };
  throw new TypeError(`no index on ${field}: ${root?.type ?? 'no such field'}`);
}

export function rxSchema(definition: KindDefinition): RxJsonSchema<StoredFields> {
  const indexes = definition.indexes.map((index) => [...indexFields(definition.store, index)]);
  const fields = new Set(indexes.flat());
  const properties: Record<string, Property> = {
    id: { type: 'string', maxLength: ID_LENGTH },
    space: { type: 'string', maxLength: TEXT_LENGTH },
    waits: { type: 'boolean' },
  };
  for (const field of fields)
    properties[field] = indexed(field, definition.fields[field] as v.GenericSchema | undefined);
  return {
    version: STORES[definition.store].version,
    primaryKey: 'id',
    type: 'object',
    properties: properties as RxJsonSchema<StoredFields>['properties'],
    // Indexed fields must be required; deletions may lack them, as writes are not validated.
    required: ['id', 'waits', ...fields] as never[],
    indexes: [['waits'], ...indexes],
    additionalProperties: true,
  } as unknown as RxJsonSchema<StoredFields>;
}
