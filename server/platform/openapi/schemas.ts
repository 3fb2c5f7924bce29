/**
 * Converts the valibot schemas of calls to JSON Schema (draft 2020-12, as in OpenAPI 3.1). Inputs are described before
 * defaults and transforms, outputs after them. Named schemas become components, and references to them local
 * references.
 */
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type Json = Record<string, unknown>;
export type NamedSchemas = Readonly<Record<string, v.GenericSchema>>;

const COMPONENTS = '#/components/schemas/';

export class Schemas {
  constructor(private readonly named: NamedSchemas) {}

  /** Schema of a request. */
  input(schema: v.GenericSchema): Json {
    return this.convert(schema, { typeMode: 'input' });
  }

  /** Schema of a response. */
  output(schema: v.GenericSchema): Json {
    return this.convert(schema, { typeMode: 'output', definitions: this.named });
  }

  /** The named schemas, by name. */
  components(): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(this.named).map(([name, schema]) => {
        const defined = (
          toJsonSchema(schema, {
            errorMode: 'ignore',
            target: 'draft-2020-12',
            typeMode: 'output',
            definitions: this.named,
          }) as { $defs: Record<string, Json> }
        ).$defs;
        return [name, local(defined[name]!) as Json];
      }),
    );
  }

  private convert(schema: v.GenericSchema, config: ConversionConfig): Json {
    const {
      $schema: _,
      $defs,
      ...rest
    } = toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12', ...config }) as Json;
    const unnamed = Object.keys($defs ?? {}).filter((name) => !(name in this.named));
    if (unnamed.length > 0)
      throw new Error('A schema of a call refers to itself: give it a name in its group of calls (server/calls.ts).');
    return local(rest) as Json;
  }
}

/** Rewrites references to a conversion's own definitions as references to components of the document. */
function local(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(local);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === '$ref' && typeof entry === 'string' ? entry.replace('#/$defs/', COMPONENTS) : local(entry),
    ]),
  );
}

/** Resolves a reference; returns any other schema unchanged. */
export function resolved(schema: Json, components: Record<string, Json>): Json {
  const { $ref: reference } = schema;
  return typeof reference === 'string' ? (components[reference.slice(COMPONENTS.length)] ?? {}) : schema;
}
