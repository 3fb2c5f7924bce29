/** What the server gives to loaders, actions and the rendering of a screen, as Remix' load context. */
import type { AppLoadContext } from '@remix-run/node';
import type { Call } from '../../../sync/protocol/client';
import type { Operator } from '../config';
import type { CookieOptions } from './cookies';
import type { SealedWords } from './sealed-words';

export interface LoadContext {
  /** Calls the API as the person of this request: inside the process, or at the configured base address. Cookies it sets reach the browser. */
  api: Call;
  /** of this answer's content security policy, for inline scripts */
  nonce: string;
  /** Sets a cookie on the answer. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  /**
   * Lets a form of this page end at another origin, after it was sent here: browsers hold redirects after a form to the page's policy. Only
   * for an origin that an operator has registered.
   */
  allowFormTo(origin: string): void;
  /** words of searches, as addresses hold them */
  words: SealedWords;
  /** who operates this installation, where that is configured */
  operator: Operator | undefined;
  /** this site, as the person sees it: behind a proxy the request's own address is another */
  origin: string;
  /** the visitor's address, behind trusted proxies only */
  ip: string;
  /** fires when the client has gone */
  signal: AbortSignal;
}

/** The context of a loader with its types; a screen rendered outside of a request (the prerendered shell) has none. */
export const loadContext = (context: AppLoadContext): LoadContext => context as unknown as LoadContext;
