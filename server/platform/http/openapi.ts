/** The OpenAPI 3.1 document of declared calls. It needs the declarations only: no handler, no database. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { pathParameters, type CallDefinition } from '../../../sync/protocol/call';
import { ERRORS, type ErrorCode } from '../../../sync/protocol/errors';
import { routePath } from './calls';

type Json = Record<string, unknown>;

const schemaOf = (schema: v.GenericSchema): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as Json;
  return rest;
};

/** Errors that the host itself may answer, whatever the call. */
const ALWAYS: readonly ErrorCode[] = ['PARAM_ERROR', 'OPERATE_TOO_FAST', 'CLIENT_TOO_OLD', 'HTTP_500'];
const SIGNED_IN: readonly ErrorCode[] = ['USER_NOT_LOGIN', 'JWT_TOKEN_EXPIRED', 'SESSION_REVOKED'];
/** Of the console, which is closed to who must change the password first. */
const OF_CONSOLE: readonly ErrorCode[] = ['PASSWORD_CHANGE_REQUIRED'];

const WHO: Record<CallDefinition['who'], string> = {
  anyone: 'No session needed.', user: 'Needs a session.', member: 'Needs an active membership of the session’s company.',
  admin: 'Needs the role of admin or owner.', owner: 'Needs the role of owner.',
};

export function openApi(calls: readonly CallDefinition[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = routePath(call);
    const operations = (paths[path] ??= {});
    const method = call.method.toLowerCase();
    if (method in operations) throw new Error(`${call.method} ${path} is declared twice.`);
    operations[method] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Satchel', version, description: 'The organization, core and research services. Answers are {success: true, data} or {success: false, error, message, fieldErrors}.' },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, cookie: { type: 'apiKey', in: 'cookie', name: 'accessToken' } },
      schemas: { Failure: failureSchema },
    },
  };
}

const failureSchema: Json = {
  type: 'object', required: ['success', 'error', 'message'],
  properties: {
    success: { const: false }, error: { type: 'string', description: 'a code' }, message: { type: 'string' },
    fieldErrors: { type: 'object', additionalProperties: { type: 'string' } },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
};

function operation(call: CallDefinition): Json {
  const input = schemaOf(call.input);
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((input['required'] ?? []) as string[]);
  const inRoute = new Set(pathParameters(routePath(call)));
  const asked = [...(call.path.split('?')[1] ?? '').matchAll(/(\w+)=/g)].map((match) => match[1]!);
  const reads = call.method === 'GET' || call.method === 'DELETE';
  const inQuery = new Set([...asked, ...(reads ? Object.keys(properties).filter((name) => !inRoute.has(name)) : [])]);
  const parameter = (name: string, place: 'path' | 'query'): Json => ({ name, in: place, required: place === 'path' || required.has(name), schema: properties[name] ?? { type: 'string' } });
  return {
    summary: call.summary,
    description: WHO[call.who],
    tags: [call.service],
    parameters: [
      ...[...inRoute].map((name) => parameter(name, 'path')),
      ...[...inQuery].map((name) => parameter(name, 'query')),
      ...(call.idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 }, description: 'The same key with the same input gives the first answer for a day.' }] : []),
    ],
    ...(reads ? {} : { requestBody: requestBody(call, input, properties, required, new Set([...inRoute, ...inQuery])) }),
    responses: responses(call),
    ...(call.who === 'anyone' ? { security: [] } : { security: [{ bearer: [] }, { cookie: [] }] }),
  };
}

function requestBody(call: CallDefinition, input: Json, properties: Record<string, Json>, required: Set<string>, elsewhere: Set<string>): Json {
  const names = Object.keys(properties).filter((name) => !elsewhere.has(name));
  const needed = names.filter((name) => required.has(name));
  const fields: Json = { ...input, properties: Object.fromEntries(names.map((name) => [name, properties[name]])), required: needed };
  const schema = call.bodyField ? properties[call.bodyField] ?? {} : Object.keys(properties).length > 0 ? fields : input;
  return { required: Boolean(call.bodyField) || needed.length > 0, content: { [call.body === 'multipart' ? 'multipart/form-data' : 'application/json']: { schema } } };
}

function responses(call: CallDefinition): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...call.errors, ...ALWAYS, ...(call.who === 'anyone' ? [] : SIGNED_IN), ...(call.who === 'admin' || call.who === 'owner' ? OF_CONSOLE : [])])) {
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  }
  const success = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data: schemaOf(call.output) } };
  const done = {
    json: { description: 'Done.', content: { 'application/json': { schema: success } } },
    lines: { description: 'One object a line.', content: { 'application/x-ndjson': { schema: schemaOf(call.output) } } },
    file: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
  }[call.answer ?? 'json'];
  return {
    200: done,
    ...Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [
      status, { description: codes.sort().join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    ])),
  };
}
