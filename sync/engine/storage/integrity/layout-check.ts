/**
 * Layout check of a replica row. Compares only the types of values: new values of a newer server pass, a torn or
 * overwritten row does not.
 */
import type * as v from 'valibot';
import { KINDS, type KindName } from '../../../model/kinds';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';
const JSON_TYPES: Record<string, Kind> = {
  string: 'string',
  picklist: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  loose_object: 'object',
  strict_object: 'object',
  record: 'object',
};
const REV = /^[1-9][0-9]*-/;

const kindOf = (value: unknown): Kind | null =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'object'
      ? value === null
        ? null
        : 'object'
      : (JSON_TYPES[typeof value] ?? null);

/** The JSON type that a schema accepts; null if it accepts several, or undefined. */
function declaredKind(schema: v.GenericSchema): Kind | null {
  const root = 'pipe' in schema ? (schema.pipe as v.GenericSchema[])[0]! : schema;
  return JSON_TYPES[root.type] ?? null;
}

const layouts = new Map<KindName, [string, Kind][]>();

function layoutOf(collection: KindName): [string, Kind][] {
  const known = layouts.get(collection);
  if (known) return known;
  const fields = Object.entries(KINDS[collection].schema.entries as unknown as Record<string, v.GenericSchema>);
  const shape = fields.flatMap(([field, schema]): [string, Kind][] => {
    const kind = declaredKind(schema);
    return kind ? [[field, kind]] : [];
  });
  layouts.set(collection, shape);
  return shape;
}

/** @param row a document that is not deleted */
export function isSound(collection: KindName, row: Record<string, unknown>): boolean {
  const { rev, abilities } = row;
  if (typeof rev !== 'string' || !REV.test(rev) || !Array.isArray(abilities)) return false;
  // A field missing from another server version is not damage.
  return layoutOf(collection).every(([field, kind]) => row[field] === undefined || kindOf(row[field]) === kind);
}
