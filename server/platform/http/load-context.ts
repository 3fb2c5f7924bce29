/** Remix' load context: what the server provides to loaders, actions and the rendering of a screen. */
import type { AppLoadContext } from '@remix-run/node';
import type { Call } from '../../../sync/protocol/client';
import type { Operator } from '../config';
import type { CookieOptions } from './cookies';
import type { SealedWords } from './sealed-words';

export interface LoadContext {
  /**
   * Calls the API as the person of this request, in the process or at the configured base address. Its cookies are
   * passed on to the browser.
   */
  api: Call;
  /** nonce of this response's content security policy, for inline scripts */
  nonce: string;
  /** Sets a cookie on the response. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  /**
   * Allows a form of this page to redirect to another origin: browsers apply the page's form-action policy to
   * redirects. Only for an origin that an operator has registered.
   */
  allowFormTo(origin: string): void;
  /** encrypts search words for URLs */
  words: SealedWords;
  /** the operator of this installation, if configured */
  operator: Operator | undefined;
  /** public origin of this site; behind a proxy the request's own URL differs */
  origin: string;
  /** the visitor's address; X-Forwarded-For counts only from trusted proxies */
  ip: string;
  /** fires when the client disconnects */
  signal: AbortSignal;
}

/** The typed context of a loader. A screen rendered outside a request (the prerendered shell) has none. */
export const loadContext = (context: AppLoadContext): LoadContext => context as unknown as LoadContext;
