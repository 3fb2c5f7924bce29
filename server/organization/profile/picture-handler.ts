/** Pictures over HTTP: `/api/organization/company/{id}/logo` and `/api/organization/user/{id}/logo`, for whoever shares a company. */
import { pipeline } from 'node:stream/promises';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { failure, foreseen } from '../../platform/http/answers';
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';

const PATH = /^\/api\/organization\/(company|user)\/([a-z0-9]{1,40})\/logo\/?$/;
const TYPES: Record<string, string> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

export function pictureHandler(platform: Pick<Platform, 'db' | 'blobs' | 'log'>, authenticator: Authenticator): RawHandler {
  const keyOf = async (actor: Actor, kind: string, id: string): Promise<string | null> => {
    if (kind === 'company') {
      const mine = await platform.db.selectFrom('user_company as m').innerJoin('companies as c', 'c.id', 'm.company_id').select('c.logo_key').where('m.user_id', '=', actor.userId).where('m.company_id', '=', id).executeTakeFirst();
      return mine?.logo_key ?? null;
    }
    const colleague = await platform.db.selectFrom('user_company as m').innerJoin('users as u', 'u.id', 'm.user_id').select('u.avatar_key').where('m.company_id', '=', actor.companyId).where('m.user_id', '=', id).executeTakeFirst();
    return colleague?.avatar_key ?? null;
  };
  return {
    matches: (pathname) => PATH.test(pathname),
    async handle(request, response, facts) {
      try {
        if (request.method !== 'GET' && request.method !== 'HEAD') throw new CallError('HTTP_404');
        const actor = await authenticator.authenticate(facts);
        if (!actor) throw new CallError('USER_NOT_LOGIN');
        const [, kind = '', id = ''] = PATH.exec((request.url ?? '').split('?')[0]!) ?? [];
        const key = await keyOf(actor, kind, id);
        const size = key === null ? null : await platform.blobs.size(key);
        if (key === null || size === null) throw new CallError('NO_DATA');
        const etag = `"${key.split('/').at(-1)!}"`;
        const headers = { etag, 'cache-control': 'private, no-cache', 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
        response.writeHead(200, { ...headers, 'content-type': TYPES[key.split('.').at(-1)!] ?? 'application/octet-stream', 'content-length': size });
        if (request.method === 'HEAD') return void response.end();
        await pipeline(await platform.blobs.get(key), response);
      } catch (error) {
        if (response.headersSent) return void response.destroy();
        const known = foreseen(error);
        if (!known) facts.log.error({ err: error }, 'A picture could not be sent.');
        const { status, body } = failure(known ?? new CallError('HTTP_500'));
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(body));
      }
    },
  };
}
