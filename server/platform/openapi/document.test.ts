import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';
import { allCalls, callGroups } from '../../calls';
import { openApi, operationId, type OpenApiDocument, type Operation } from './document';
import { callGroup } from './group';

const INFO = { version: '1.0.0', origin: 'https://satchel.test' };
/** Numbers that a call compares with a list of values, or accepts as a string of digits. */
const CHECKED_BY_LIST = ['retentionDays', 'storageLimit', 'timestamp'];
const operations = (document: OpenApiDocument): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path));

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  beforeAll(() => {
    document = openApi(callGroups, INFO);
  });

  it('contains every declared call once, with an id and a declared tag', () => {
    const ids = operations(document).map((o) => o.operationId);
    expect(ids.sort()).toEqual(allCalls.map(operationId).sort());
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map((tag) => tag.name));
    expect(
      operations(document)
        .flatMap((o) => o.tags)
        .filter((tag) => !tags.has(tag)),
    ).toEqual([]);
    expect(
      Object.keys(document.paths).every(
        (path) => /^\/api\/(organization|core|research)\//.test(path) && !path.includes('?'),
      ),
    ).toBe(true);
  });

  it('is valid to swagger-parser and its references are local', async () => {
    const text = JSON.stringify(document);
    expect(
      [...text.matchAll(/"\$ref":"([^"]*)"/g)].filter(([, reference]) => !reference!.startsWith('#/components/')),
    ).toEqual([]);
    await SwaggerParser.validate(JSON.parse(text) as string);
  });

  it('satisfies Redocly’s recommended rules', async () => {
    // Two pairs of the specification's paths overlap; the router prefers the fixed segment.
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-ambiguous-paths': 'off',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    expect(problems.map((p) => `${p.ruleId}: ${p.message} ${p.location[0]?.pointer}`)).toEqual([]);
  });

  it('converts to types with openapi-typescript', async () => {
    const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document)) as Parameters<typeof openapiTS>[0]));
    expect(types).toContain('postCoreNoteSave: {');
    expect(types).toContain('components["schemas"]["Project"]');
  });

  it('has examples that pass the validation of each call', () => {
    const byId = new Map(operations(document).map((o) => [o.operationId, o]));
    const refused = allCalls.flatMap((call) => {
      if (call.body === 'multipart') return [];
      const { parameters, requestBody, responses } = byId.get(operationId(call))!;
      const body = requestBody?.content['application/json']?.example;
      const input = {
        ...(call.bodyField ? { [call.bodyField]: body } : (body as object)),
        ...Object.fromEntries(parameters.filter((p) => p.in !== 'header').map((p) => [p.name, p.example])),
      };
      const answer = responses['200']!.content!['application/json']?.example as { data: unknown } | undefined;
      const issues = [
        v.safeParse(call.input, input),
        ...(answer ? [v.safeParse(call.output, answer.data)] : []),
      ].flatMap((result) => result.issues ?? []);
      return issues.map((issue) => `${operationId(call)} ${v.getDotPath(issue)}: ${issue.message}`);
    });
    expect(refused).toEqual([]);
  });

  it('bounds every number that a client sends to the range of a database column or a date', () => {
    const unbounded = (schema: unknown, at: string): string[] => {
      if (Array.isArray(schema)) return schema.flatMap((each) => unbounded(each, at));
      if (typeof schema !== 'object' || schema === null) return [];
      const { type, maximum, enum: values } = schema as { type?: unknown; maximum?: unknown; enum?: unknown };
      const inner = Object.entries(schema).flatMap(([key, each]) =>
        unbounded(each, ['properties', 'items', 'anyOf'].includes(key) ? at : `${at}.${key}`),
      );
      return (type === 'number' || type === 'integer') &&
        values === undefined &&
        !(typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER)
        ? [at, ...inner]
        : inner;
    };
    const found = operations(document).flatMap(({ operationId: id, parameters, requestBody }) => [
      ...parameters.flatMap((p) => unbounded(p.schema, `${id} ${p.name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap((content) => unbounded(content.schema, id)),
    ]);
    expect(found.filter((each) => !CHECKED_BY_LIST.some((name) => each.endsWith(name)))).toEqual([]);
  });

  it('states the authentication of each call: a session, a third party’s grant, or none', () => {
    const security = (path: string, method: string) => document.paths[path]![method]!.security;
    expect(security('/api/organization/user/login/password', 'post')).toEqual([]);
    expect(security('/api/core/project/{id}', 'get')).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(security('/api/core/project/my/search/page', 'post')).toEqual([
      { bearer: [] },
      { cookie: [] },
      { oauth: ['projects.list'] },
    ]);
  });

  it('states the media type of streams', () => {
    const types = (path: string, method: string) =>
      Object.keys(document.paths[path]![method]!.responses['200']!.content!);
    expect(types('/api/core/sync/stream', 'get')).toEqual(['text/event-stream']);
    expect(types('/api/core/sync/changes', 'post')).toEqual(['application/x-ndjson']);
  });

  it('declares parameters where they are sent', () => {
    const input = v.object({ id: v.string(), title: v.string(), size: v.optional(v.number()) });
    const base = {
      service: 'core',
      summary: 's',
      who: 'member',
      input,
      output: v.object({}),
      errors: ['NOTE_NOT_FOUND'],
    } as const;
    const { paths } = openApi(
      [
        callGroup('A', 'a', [
          defineCall({ ...base, method: 'GET', path: '/a/get?id={id}' }),
          defineCall({ ...base, method: 'POST', path: '/a/{id}' }),
          defineCall({ ...base, method: 'POST', path: '/b', bodyField: 'title', idempotent: true }),
        ]),
      ],
      INFO,
    );
    expect(paths['/api/core/a/get']!['get']!.parameters.map((p) => `${p.in} ${p.name} ${p.required}`)).toEqual([
      'query id true',
      'query title true',
      'query size false',
    ]);
    const post = paths['/api/core/a/{id}']!['post']!;
    expect(post.operationId).toBe('postCoreAById');
    expect(post.parameters.map((p) => `${p.in} ${p.name}`)).toEqual(['path id']);
    expect(post.requestBody!.content['application/json']!.schema).toMatchObject({
      properties: { title: { type: 'string' }, size: { type: 'number' } },
      required: ['title'],
    });
    expect(post.responses['404']!.description).toBe('NOTE_NOT_FOUND');
    const whole = paths['/api/core/b']!['post']!;
    expect(whole.requestBody!.content['application/json']!.schema).toEqual({ type: 'string' });
    expect(whole.parameters.map((p) => p.name)).toEqual(['Idempotency-Key']);
  });
});
