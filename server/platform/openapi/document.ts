/** Builds the OpenAPI 3.1 document from declared calls. It needs only the declarations: no handler, no database. */
import { pathParameters, type CallDefinition } from '../../../sync/protocol/call';
import { ERRORS, type ErrorCode } from '../../../sync/protocol/errors';
import { SCOPES } from '../../../sync/protocol/scopes';
import { routePath } from '../http/calls';
import { LINES_TYPE } from '../http/lines';
import { exampleOf } from './examples';
import type { CallGroup } from './group';
import { Schemas, type Json } from './schemas';

export interface DocumentInfo {
  version: string;
  /** public origin, e.g. `https://satchel.example` */
  origin: string;
}

export interface OpenApiDocument extends Json {
  info: { title: string; version: string; description: string; license: { name: string; url: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> } & Json;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
  description?: string;
  example?: unknown;
}
export interface Content {
  schema: Json;
  example?: unknown;
}
export interface Operation extends Json {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  security: Record<string, string[]>[];
}

/** Errors that the host may return for any call. */
const ALWAYS: readonly ErrorCode[] = ['PARAM_ERROR', 'OPERATE_TOO_FAST', 'CLIENT_TOO_OLD', 'HTTP_500'];
const SIGNED_IN: readonly ErrorCode[] = ['USER_NOT_LOGIN', 'JWT_TOKEN_EXPIRED', 'SESSION_REVOKED'];
/** Errors of the console, which is closed until a required password change. */
const OF_CONSOLE: readonly ErrorCode[] = ['PASSWORD_CHANGE_REQUIRED'];

const WHO: Record<CallDefinition['who'], string> = {
  anyone: 'No session needed.',
  user: 'Needs a session.',
  member: 'Needs an active membership of the session’s company.',
  admin: 'Needs the role of admin or owner.',
  owner: 'Needs the role of owner.',
};

export function openApi(groups: readonly CallGroup[], { version, origin }: DocumentInfo): OpenApiDocument {
  const schemas = new Schemas(Object.assign({}, ...groups.map((group) => group.schemas ?? {})));
  const components = { Failure: failureSchema, ...schemas.components() };
  const paths: OpenApiDocument['paths'] = {};
  for (const group of groups) {
    for (const call of group.calls) {
      const operations = (paths[documentedPath(call)] ??= {});
      const method = call.method.toLowerCase();
      if (method in operations) throw new Error(`${call.method} ${routePath(call)} is declared twice.`);
      operations[method] = operation(call, group, { schemas, components });
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Satchel',
      version,
      license: { name: 'Terms of Use', url: `${origin}/legal/usage-terms` },
      description:
        'The organization and core services. An answer is `{success: true, data}` or `{success: false, error, ' +
        'message, fieldErrors, params}`; `error` is a code.',
    },
    servers: [{ url: origin }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'accessToken',
          description: 'The access token of a session in a browser.',
        },
        oauth: {
          type: 'oauth2',
          description: 'The access token of a third party, which acts for a person as far as they allowed.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${origin}/auth/authorization`,
              tokenUrl: `${origin}/api/organization/open/oauth/token`,
              refreshUrl: `${origin}/api/organization/open/oauth/token`,
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_TEXTS[scope]])),
            },
          },
        },
      },
      schemas: components,
    },
  };
}

const SCOPE_TEXTS: Record<(typeof SCOPES)[number], string> = {
  'organization.read': 'Read the name of the organization and the id of the person.',
  'projects.list': 'List projects.',
  'projects.add': 'Add content to projects.',
  'meetings.create': 'Create meeting records.',
  'structure.read': 'Read departments and members of the organization.',
};

/** The path without a trailing slash: the router accepts both. */
const documentedPath = (call: CallDefinition): string => routePath(call).replace(/\/$/, '');

/**
 * Derived from method and path, so that it is independent of the code: `POST /api/core/note/save` → `postCoreNoteSave`.
 */
export function operationId(call: CallDefinition): string {
  const words = documentedPath(call)
    .replace(/^\/api\//, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/);
  return call.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const failureSchema: Json = {
  type: 'object',
  required: ['success', 'error', 'message'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'a code' },
    message: { type: 'string', description: 'for developers' },
    fieldErrors: { type: 'object', additionalProperties: { type: 'string' } },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
};

interface Context {
  schemas: Schemas;
  components: Record<string, Json>;
}

/** How the server-sent events of a call are read. */
const eventsText = ({ method }: CallDefinition): string =>
  method === 'GET'
    ? 'The answer stays open. Its events are named `poke`, `live` and `revoked`.'
    : 'The data of each event is JSON; its `type` is the name of the event.';

function operation(call: CallDefinition, group: CallGroup, context: Context): Operation {
  const input = context.schemas.input(call.input);
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((input['required'] ?? []) as string[]);
  const inRoute = new Set(pathParameters(routePath(call)));
  const queryParameters = [...(call.path.split('?')[1] ?? '').matchAll(/(\w+)=/g)].map((match) => match[1]!);
  const reads = call.method === 'GET' || call.method === 'DELETE';
  const inQuery = new Set([
    ...queryParameters,
    ...(reads ? Object.keys(properties).filter((name) => !inRoute.has(name)) : []),
  ]);
  const parameter = (name: string, place: 'path' | 'query'): Parameter => {
    const schema = properties[name] ?? { type: 'string' };
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      schema,
      example: exampleOf(schema, context.components, name),
    };
  };
  const sessions: Operation['security'] = [{ bearer: [] }, { cookie: [] }];
  return {
    operationId: operationId(call),
    summary: call.summary,
    description: call.answer === 'events' ? `${WHO[call.who]} ${eventsText(call)}` : WHO[call.who],
    tags: [group.name],
    parameters: [
      ...[...inRoute].map((name) => parameter(name, 'path')),
      ...[...inQuery].map((name) => parameter(name, 'query')),
      ...(call.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 200 },
              description: 'The same key with the same input gives the first answer for a day.',
            },
          ]
        : []),
    ],
    ...(reads
      ? {}
      : { requestBody: requestBody(call, input, properties, required, new Set([...inRoute, ...inQuery]), context) }),
    responses: responses(call, context),
    security: call.who === 'anyone' ? [] : call.scope ? [...sessions, { oauth: [call.scope] }] : sessions,
  };
}

function requestBody(
  call: CallDefinition,
  input: Json,
  properties: Record<string, Json>,
  required: Set<string>,
  elsewhere: Set<string>,
  { components }: Context,
): NonNullable<Operation['requestBody']> {
  const names = Object.keys(properties).filter((name) => !elsewhere.has(name));
  const needed = names.filter((name) => required.has(name));
  const fields: Json = {
    ...input,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: needed,
  };
  const schema = call.bodyField
    ? (properties[call.bodyField] ?? {})
    : Object.keys(properties).length > 0
      ? fields
      : input;
  const content: Content =
    call.body === 'multipart' ? { schema } : { schema, example: exampleOf(schema, components, call.bodyField ?? '') };
  return {
    required: Boolean(call.bodyField) || needed.length > 0,
    content: { [call.body === 'multipart' ? 'multipart/form-data' : 'application/json']: content },
  };
}

function responses(call: CallDefinition, { schemas, components }: Context): Operation['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([
    ...call.errors,
    ...ALWAYS,
    ...(call.who === 'anyone' ? [] : SIGNED_IN),
    ...(call.who === 'admin' || call.who === 'owner' ? OF_CONSOLE : []),
  ])) {
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  }
  return {
    200: successResponse(call, schemas, components),
    ...Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => {
          const [first] = codes.sort();
          return [
            status,
            {
              description: codes.join(', '),
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Failure' },
                  example: { success: false, error: first, message: first },
                },
              },
            },
          ];
        }),
    ),
  };
}

function successResponse(
  call: CallDefinition,
  schemas: Schemas,
  components: Record<string, Json>,
): Operation['responses'][string] {
  if (call.answer === 'file')
    return { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const data = schemas.output(call.output);
  const example = exampleOf(data, components);
  // OpenAPI 3.1 has no schema for single events: a stream is described as one string.
  if (call.answer === 'events')
    return {
      description: 'Events; the data of each is JSON.',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: `event: poke\ndata: ${JSON.stringify(example)}\n\n`,
        },
      },
    };
  if (call.answer === 'lines')
    return { description: 'One JSON object a line.', content: { [LINES_TYPE]: { schema: data, example } } };
  return {
    description: 'Done.',
    content: {
      'application/json': {
        schema: { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } },
        example: { success: true, data: example },
      },
    },
  };
}
