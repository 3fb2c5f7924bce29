/**
 * Whether a row of the replica can be what was written there. Looks at kinds of values only: what a newer server puts into a field
 * passes, a torn or overwritten row does not.
 */
import type * as v from 'valibot';
import { COLLECTIONS, type CollectionName } from '../../../model/registry';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';
const KINDS: Record<string, Kind> = {
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
      : (KINDS[typeof value] ?? null);

/** The one kind a schema takes; null where it takes several, or none at all is fine too. */
function declared(schema: v.GenericSchema): Kind | null {
  const root = 'pipe' in schema ? (schema.pipe as v.GenericSchema[])[0]! : schema;
  return KINDS[root.type] ?? null;
}

const shapes = new Map<CollectionName, [string, Kind][]>();

function shapeOf(collection: CollectionName): [string, Kind][] {
  const known = shapes.get(collection);
  if (known) return known;
  const fields = Object.entries(COLLECTIONS[collection].schema.entries as unknown as Record<string, v.GenericSchema>);
  const shape = fields.flatMap(([field, schema]): [string, Kind][] => {
    const kind = declared(schema);
    return kind ? [[field, kind]] : [];
  });
  shapes.set(collection, shape);
  return shape;
}

/** @param row a document that is not deleted */
export function isSound(collection: CollectionName, row: Record<string, unknown>): boolean {
  const { rev, abilities } = row;
  if (typeof rev !== 'string' || !REV.test(rev) || !Array.isArray(abilities)) return false;
  // a field that a server of another version does not send is none of the disk's doing
  return shapeOf(collection).every(([field, kind]) => row[field] === undefined || kindOf(row[field]) === kind);
}
