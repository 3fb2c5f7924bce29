/**
 * JSON Schema (draft 2020-12, as OpenAPI 3.1 has it) of the valibot schemas of calls. What comes in is described as it is sent, before defaults and
 * transforms; what goes out as it is answered. Schemas with a name become components, and references to them local ones.
 */
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type Json = Record<string, unknown>;
export type NamedSchemas = Readonly<Record<string, v.GenericSchema>>;

const COMPONENTS = '#/components/schemas/';

export class Schemas {
  constructor(private readonly named: NamedSchemas) {}

  /** What a client sends. */
  input(schema: v.GenericSchema): Json {
    return this.convert(schema, { typeMode: 'input' });
  }

  /** What the server answers. */
  output(schema: v.GenericSchema): Json {
    return this.convert(schema, { typeMode: 'output', definitions: this.named });
  }

  /** The named schemas themselves, by name. */
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

/** References to a conversion's own definitions, as references to components of the document. */
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

/** The schema behind a reference; the schema itself where it is none. */
export function resolved(schema: Json, components: Record<string, Json>): Json {
  const { $ref: reference } = schema;
  return typeof reference === 'string' ? (components[reference.slice(COMPONENTS.length)] ?? {}) : schema;
}
