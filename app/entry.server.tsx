import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { Transform } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { DocumentProvider } from '~/features/shell/document-context';
import { languageTag } from '../sync/model/languages';
import { languageOf, translatorOf } from '~/i18n/server';

/**
 * React 18 fills the rest of its buffer with zero bytes where a multi-byte character does not fit: Japanese texts had
 * gaps, and field values replacement characters (facebook/react#24985). UTF-8 text contains no zero bytes, so they are
 * removed.
 */
const withoutHoles = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk);
    },
  });

/** Streams are aborted after this many milliseconds. */
export const streamTimeout = 10_000;

/**
 * Renders a screen to HTML. `context.nonce` is the nonce of this response's content security policy; without one the
 * document has inline scripts that the policy names by hash (the prerendered shell).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = typeof context['nonce'] === 'string' ? context['nonce'] : '';
  const language = await languageOf(request);
  const i18n = await translatorOf(language);
  const route = remixContext.staticHandlerContext.matches.at(-1)?.route.id;
  const { scripts = true } = (remixContext.routeModules[route ?? '']?.handle ?? {}) as { scripts?: boolean };
  const whole = isbot(request.headers.get('user-agent') ?? '') || request.headers.has('x-prerender');
  return new Promise((resolve, reject) => {
    let answered = status;
    const answer = () => {
      const body = withoutHoles();
      headers.set('Content-Type', 'text/html; charset=utf-8');
      headers.set('Content-Language', languageTag(language));
      headers.append('Vary', 'Cookie, Accept-Language');
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answered }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <DocumentProvider value={{ nonce, scripts }}>
        <I18nextProvider i18n={i18n}>
          <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce || undefined} />
        </I18nextProvider>
      </DocumentProvider>,
      {
        nonce: nonce || undefined,
        onShellReady: () => {
          if (!whole) answer();
        },
        onAllReady: () => {
          if (whole) answer();
        },
        onShellError: reject,
        onError: (error) => {
          answered = 500;
          console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}
