import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';
import { allCalls } from '../../calls';
import { openApi } from './openapi';

interface Operation { parameters: { name: string; in: string; required: boolean }[]; requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }; responses: Record<string, { description: string }> }
const operations = (document: ReturnType<typeof openApi>) => document['paths'] as Record<string, Record<string, Operation>>;

describe('the OpenAPI document', () => {
  it('holds every declared call once', () => {
    const paths = operations(openApi(allCalls, '1'));
    expect(Object.values(paths).flatMap((p) => Object.keys(p))).toHaveLength(allCalls.length);
    expect(Object.keys(paths).every((path) => /^\/api\/(organization|core|research)\//.test(path) && !path.includes('?'))).toBe(true);
  });

  it('puts parameters where they are sent', () => {
    const input = v.object({ id: v.string(), title: v.string(), size: v.optional(v.number()) });
    const base = { service: 'core', summary: 's', who: 'member', input, output: v.object({}), errors: ['NOTE_NOT_FOUND'] } as const;
    const paths = operations(openApi([
      defineCall({ ...base, method: 'GET', path: '/a/get?id={id}' }),
      defineCall({ ...base, method: 'POST', path: '/a/{id}' }),
      defineCall({ ...base, method: 'POST', path: '/b', bodyField: 'title', idempotent: true }),
    ], '1'));
    expect(paths['/api/core/a/get']!['get']!.parameters.map((p) => `${p.in} ${p.name} ${p.required}`)).toEqual(['query id true', 'query title true', 'query size false']);
    const post = paths['/api/core/a/{id}']!['post']!;
    expect(post.parameters.map((p) => `${p.in} ${p.name}`)).toEqual(['path id']);
    expect(post.requestBody!.content['application/json']!.schema).toMatchObject({ properties: { title: { type: 'string' }, size: { type: 'number' } }, required: ['title'] });
    expect(post.responses['404']!.description).toBe('NOTE_NOT_FOUND');
    const whole = paths['/api/core/b']!['post']!;
    expect(whole.requestBody!.content['application/json']!.schema).toEqual({ type: 'string' });
    expect(whole.parameters.map((p) => p.name)).toEqual(['Idempotency-Key']);
  });
});
