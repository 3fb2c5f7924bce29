/**
 * Generates an example for a JSON Schema: a value by the field's name if a pattern matches, otherwise the simplest
 * value of its type. The tests send every request example through the validation of its call.
 */
import { resolved, type Json } from './schemas';

const MOMENT = 1_790_000_000_000;
const ID = '01jdk3v7cm2q8xw4e9rta5';

/** The first pattern that matches a field's name and whose value has the field's type gives the value. */
const BY_NAME: readonly (readonly [RegExp, unknown])[] = [
  [/^email$/i, 'mia.tanaka@example.com'],
  [/^newPassword$/, 'Better-horse-2'],
  [/password/i, 'Correct-horse-1'],
  [/^secret$/, 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='],
  [/^retentionDays$/, 365],
  [/^storageLimit$/, 500 * 1024 ** 3],
  [/^pageSize$/, 20],
  [/^(ip|address|serverIp)$/, '203.0.113.7'],
  [/^value$/, '203.0.113.7'],
  [/^sha256$/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/^(rev)$/, '1-k3v7cm2q'],
  [/^(space)$/, `project:${ID}`],
  [/^about$/, `notes/${ID}`],
  [/timeZone/, 'Asia/Tokyo'],
  [/^redirectUrl$|^rejectUrl$/, 'https://rooms.example/satchel'],
  [/^timestamp$/, String(MOMENT)],
  [/^(challenge|codeChallenge)$/, 'E9Melhoa2OwvFrEMTJguCHaoeGt8URcQZ0rV0uUhX9s'],
  [/^(codeVerifier|verifier)$/, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  [/^mimeType$/, 'audio/mpeg'],
  [/^endpoint$/, 'https://push.example/send/abc'],
  [/^p256dh$/, 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
  [/^auth$/, 'tBHItJI5svbpez7KI4CCXg'],
  [/^fileName$/, 'weekly-meeting.mp3'],
  [/^companyName$/, 'Lantern Works'],
  [/name$/i, 'Mia Tanaka'],
  [/^title$/, 'Spring release'],
  [/^(content|original)$/, 'The release is planned for April.'],
  [/^html$/, '<p>The release is planned for April.</p>'],
  [/(At|Time|^from|^to|^expires)$/, MOMENT],
  [/^(update|state)$/, 'AAA='],
  [/(^id|Id|Ids|^texts)$/, ID],
];

/** maximum nesting of lists and objects */
const DEEPEST = 8;

/** @param name of the field that has the schema; '' if it is not a field */
export function exampleOf(given: Json, components: Record<string, Json>, name = '', depth = 0): unknown {
  const schema = resolved(given, components);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const choice = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choice)
    return (
      byName(name, choice) ??
      exampleOf(choice.find((option) => option['type'] !== 'null') ?? choice[0]!, components, name, depth)
    );
  const parts = schema['allOf'] as Json[] | undefined;
  if (parts?.length) return exampleOf(parts[0]!, components, name, depth);
  switch (schema['type']) {
    case 'object':
      return objectExample(schema, components, depth);
    case 'array': {
      const item = schema['items'] as Json | undefined;
      const tuple = schema['prefixItems'] as Json[] | undefined;
      if (tuple) return tuple.map((entry) => exampleOf(entry, components, name, depth + 1));
      return !item || typeof item !== 'object' || depth >= DEEPEST || holds(item, given, components)
        ? []
        : [exampleOf(item, components, name, depth + 1)];
    }
    case 'number':
    case 'integer':
      return byName(name, [schema]) ?? [1, schema['minimum'], schema['maximum']].find((value) => fits(value, schema));
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return byName(name, [schema]) ?? (fits('text', schema) ? 'text' : String(schema['default'] ?? ''));
    default:
      return 'text';
  }
}

/** Whether a list's item schema is the schema that contains the list: the example of a tree is one node. */
const holds = (item: Json, given: Json, components: Record<string, Json>): boolean =>
  typeof item['$ref'] === 'string' &&
  JSON.stringify(resolved(item, components)).includes(item['$ref']) &&
  given !== item;

function objectExample(schema: Json, components: Record<string, Json>, depth: number): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const exampled = Object.entries(properties).filter(
    ([name, property]) =>
      required.has(name) || !('default' in property) || (depth === 0 && byName(name, [property]) !== undefined),
  );
  return Object.fromEntries(
    exampled.map(([name, property]) => [name, exampleOf(property, components, name, depth + 1)]),
  );
}

/** @param choices schemas of which one must accept the value */
function byName(name: string, choices: readonly Json[]): unknown {
  return BY_NAME.find(
    ([pattern, value]) =>
      pattern.test(name) &&
      choices.some((schema) => typeof value === TYPES[String(schema['type'])] && fits(value, schema)),
  )?.[1];
}

const TYPES: Record<string, string> = { string: 'string', number: 'number', integer: 'number' };

function fits(value: unknown, schema: Json): boolean {
  if (typeof value === 'string') {
    const {
      pattern,
      minLength = 0,
      maxLength = Infinity,
    } = schema as { pattern?: string; minLength?: number; maxLength?: number };
    return (
      value.length >= minLength &&
      value.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value))
    );
  }
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  return typeof value === 'number' && value >= minimum && value <= maximum;
}
