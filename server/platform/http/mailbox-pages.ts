/** The local mailbox as pages. The host gets them only outside production and without SMTP. */
import type { ServerResponse } from 'node:http';
import { mailboxPage, messagePage, type LocalMailbox } from '../mail/mailbox';
import type { RawHandler } from './host';

/** A message may look as it likes, and do nothing: no script, no form, nothing loaded from elsewhere. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export function mailboxPages(mailbox: LocalMailbox): RawHandler {
  const html = (response: ServerResponse, status: number, text: string): void =>
    void response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
      })
      .end(text);
  return {
    matches: (pathname) => pathname === '/mailbox' || pathname.startsWith('/mailbox/'),
    async handle(request, response) {
      const id = new URL(request.url ?? '/', 'http://localhost').pathname.slice('/mailbox/'.length);
      if (!id) return html(response, 200, mailboxPage(await mailbox.list()));
      const message = await mailbox.find(id);
      return message
        ? html(response, 200, messagePage(message))
        : html(response, 404, '<!doctype html><title>Mailbox</title><p>No such message.</p>');
    },
  };
}
