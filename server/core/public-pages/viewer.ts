/**
 * `/note-html/{noteId}`, `/project-html/{canvasId}` and `/live-slides/{deepResearchId}`, and images of the first two below
 * `image/{imageId}`: a document for everybody with its public link, and for people who may read it. Rendered here, since
 * a reader without this app needs a page and not a workspace.
 *
 *   public link opens it ─► 200, counted; where `isPersonal`, a person who may read it gets a page of their own
 *   signed in, may read  ─► 200, counted (an expired session is renewed first)
 *   anything else        ─► 404, the same page for every id
 *
 * No answer may be stored, so that a revoked link shows nothing at the next request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { languageOfRequest, type Language } from '../../../sync/model/languages';
import { Id } from '../../../sync/model/id-schemas';
import { CallError } from '../../../sync/protocol/errors';
import { RENEW_PATH } from '../../../sync/protocol/session';
import type { Actor, Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import { networkOf } from '../../platform/http/network';
import { RateLimits } from '../../platform/http/rate-limit';
import type { RequestFacts } from '../../platform/http/request-facts';
import { sendImage } from '../note-images/stored-images';
import type { NoteImageRow } from '../note-images/tables';
import { busyPage, missingPage, VIEWER_POLICY } from './page';

/** requests of one network in a minute; a page asks for each of its images */
const PER_MINUTE = { page: 120, image: 1200 };

/** A document that its public link opens now. */
export interface OpenPage {
  companyId: string;
  /** whether search engines may list it */
  isIndexed: boolean;
}

/** A whole page of HTML. */
export interface ShownPage {
  id: string;
  html: string;
}

/** The documents of one kind, as their public pages need them. `actor`: null for a visitor. */
export interface PublicDocuments {
  /** first part of the addresses, and name of the rate limit */
  prefix: 'note-html' | 'project-html' | 'live-slides';
  /** name of the rate limit of images */
  imageLimit: string;
  /** null for a document that its public link does not open */
  open(id: string): Promise<OpenPage | null>;
  /** its page differs for people who may read it, as with their preferences */
  isPersonal?: boolean;
  /** content security policy of its pages; that of texts by default */
  policy?: string;
  /** The page of a document, for a reader with this language. Throws a CallError if this person may not read it. */
  page(actor: Actor | null, id: string, language: Language): Promise<ShownPage>;
  /** null for an image that this person may not see */
  image(actor: Actor | null, id: string, imageId: string): Promise<NoteImageRow | null>;
  countView(actor: Actor | null, id: string): Promise<unknown>;
}

export function publicViewer(platform: Platform, authenticator: Authenticator, documents: PublicDocuments): RawHandler {
  const limits = new RateLimits({ engine: platform.config.databaseUrl ? 'postgres' : 'pglite', query: platform.query });
  const address = new RegExp(`^/${documents.prefix}/([^/]+)(?:/image/([^/]+))?$`);

  /** The person, null for a visitor; `expired` if the session can be renewed. */
  const who = async (facts: RequestFacts): Promise<Actor | null | 'expired'> => {
    try {
      return await authenticator.authenticate(facts);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return error.code === 'JWT_TOKEN_EXPIRED' ? 'expired' : null;
    }
  };

  return {
    matches: (pathname) => address.test(pathname),
    async handle(request, response, facts) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0, connection: 'close' }).end();
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const [, id, imageId] = address.exec(pathname) ?? [];
      const given = v.safeParse(Id, id);
      const language = languageOfRequest(
        new Headers({
          'accept-language': request.headers['accept-language'] ?? '',
          cookie: request.headers.cookie ?? '',
        }),
      );
      try {
        const perMinute = imageId === undefined ? PER_MINUTE.page : PER_MINUTE.image;
        await limits.count(
          imageId === undefined ? documents.prefix : documents.imageLimit,
          { perMinute },
          networkOf(facts.ip),
        );
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        response.setHeader('retry-after', String(error.details.params?.['seconds'] ?? 60));
        return answer(request, response, 429, busyPage(language));
      }
      const open = given.success ? await documents.open(given.output) : null;
      const isAsked = given.success && (!open || (documents.isPersonal === true && imageId === undefined));
      const person = isAsked ? await who(facts) : null;
      if (person === 'expired' && !open)
        return void response
          .writeHead(307, {
            location: `${RENEW_PATH}?to=${encodeURIComponent(pathname)}`,
            'cache-control': 'no-store',
            'content-length': 0,
          })
          .end();
      const reader = person === 'expired' ? null : person;
      if (imageId !== undefined) {
        const image = given.success && v.is(Id, imageId) ? await documents.image(reader, given.output, imageId) : null;
        if (!image) return answer(request, response, 404, '');
        response.setHeader('x-robots-tag', 'noindex, nofollow, noarchive');
        return sendImage(platform, image, 'none', request, response);
      }
      const pageFor = (actor: Actor | null): Promise<ShownPage | null> =>
        given.success ? documents.page(actor, given.output, language).catch(ifMissing) : Promise.resolve(null);
      const own = reader && (await pageFor(reader));
      // people of other organizations, and of this one without access, are visitors of a public page
      const document = own ?? (open || !reader ? await pageFor(null) : null);
      if (!document)
        return answer(
          request,
          response,
          404,
          missingPage(language, `/auth/login?redirect=${encodeURIComponent(pathname)}`),
        );
      // a prefetch is not a view
      if (request.method === 'GET' && !request.headers['sec-purpose']?.includes('prefetch'))
        await documents.countView(open ? null : reader, document.id).catch(ifMissing);
      answer(request, response, 200, document.html, { isIndexed: open?.isIndexed ?? false, policy: documents.policy });
    },
  };
}

/** The document was deleted or hidden between two reads. */
function ifMissing(error: unknown): null {
  if (error instanceof CallError) return null;
  throw error;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  html: string,
  { isIndexed = false, policy = VIEWER_POLICY }: { isIndexed?: boolean; policy?: string | undefined } = {},
): void {
  const body = Buffer.from(html);
  if (!isIndexed) response.setHeader('x-robots-tag', 'noindex, nofollow, noarchive');
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      vary: 'cookie, accept-language',
      'content-security-policy': policy,
      // the address grants access to the document, so other sites must not receive it
      'referrer-policy': 'no-referrer',
    })
    .end(request.method === 'HEAD' ? undefined : body);
}
