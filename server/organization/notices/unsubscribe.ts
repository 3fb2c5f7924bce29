/**
 * The link of a mail that ends mails of its kind, without a session (RFC 8058). Opening it asks, since mail scanners open
 * links; the mail program's own button, or the page's, sends a POST.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { choiceOf, NOTICE_NAMES, noticeKind } from '../../../sync/model/notices';
import type { Platform } from '../../platform/context';
import type { RawHandler } from '../../platform/http/host';
import { keyFor } from '../../platform/keys';
import type { SyncStore } from '../../sync/store';
import { textsIn } from './texts';
import { escapeHtml } from '../../../sync/model/html-text';

const PATH = '/notices/unsubscribe';

interface Subscriber {
  companyId: string;
  userId: string;
  /** a kind of notification, or `all` */
  kind: string;
}

export class Unsubscribing {
  private readonly key: Uint8Array;

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'config'>,
    private readonly store: SyncStore,
  ) {
    this.key = keyFor(platform.config.secret, 'notice unsubscribe');
  }

  pathFor(subscriber: Subscriber): string {
    const body = Buffer.from(JSON.stringify(subscriber)).toString('base64url');
    return `${PATH}?of=${body}.${this.signatureOf(body)}`;
  }

  /** Null for a link that was not signed here. */
  private read(token: string): Subscriber | null {
    const [body = '', signature = ''] = token.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.signatureOf(body))];
    if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null;
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Subscriber;
  }

  private signatureOf(body: string): string {
    return createHmac('sha256', this.key).update(body).digest('base64url');
  }

  /** Idempotent: a repeated press writes nothing. */
  async end({ companyId, userId, kind }: Subscriber): Promise<void> {
    const ended = kind === 'all' ? NOTICE_NAMES.filter((name) => noticeKind(name).mail !== null) : [kind];
    const known = await this.store.read(companyId, (tx) => tx.get('preferences', userId));
    if (!known || ended.every((id) => choiceOf(known, id).mail === 'never')) return;
    await this.store.write(companyId, async (tx) => {
      const preferences = await tx.get('preferences', userId);
      if (!preferences) return;
      const others = (preferences.notices ?? []).filter(({ id }) => !ended.includes(id));
      await tx.put('preferences', userId, {
        notices: [
          ...others,
          ...ended.map((id) => ({ id, mail: 'never' as const, push: choiceOf(preferences, id).push })),
        ],
      });
    });
  }

  handler(): RawHandler {
    return {
      matches: (pathname) => pathname === PATH,
      handle: async (request, response) => this.answer(request, response),
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const token = new URL(request.url ?? '/', 'http://localhost').searchParams.get('of') ?? '';
    const subscriber = this.read(token);
    const user = subscriber
      ? await this.platform.db.selectFrom('users').select('lang').where('id', '=', subscriber.userId).executeTakeFirst()
      : undefined;
    const translate = textsIn(user?.lang ?? 'en');
    const isPost = request.method === 'POST';
    if (isPost && subscriber) await this.end(subscriber);
    const text = !subscriber ? 'invalid' : isPost ? 'done' : 'ask';
    const form =
      subscriber && !isPost
        ? `<form method="post"><button type="submit">${escapeHtml(translate('unsubscribe.button'))}</button></form>`
        : '';
    response.writeHead(subscriber ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // the form's request needs its origin
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    });
    const title = escapeHtml(translate('unsubscribe.title'));
    response.end(
      `<!doctype html><html lang="${(user?.lang ?? 'en').replace('_', '-')}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Satchel</title>
<body><main><h1>${title}</h1><p>${escapeHtml(translate(`unsubscribe.${text}`))}</p>${form}</main></body></html>`,
    );
  }
}
