/** Pages of the local mailbox. Mounted only outside production and without SMTP. */
import type { ServerResponse } from 'node:http';
import { mailboxPage, messagePage, type LocalMailbox } from '../mail/mailbox';
import type { RawHandler } from './host';

/** Messages keep their inline styles; scripts, forms and external resources are blocked. */
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
