import {
  redirect as serverRedirect,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { redirect } from '@remix-run/react';
import { Landing } from '~/features/landing/landing';
import { isLanguage, LANGUAGE_KEY } from '../../sync/model/languages';
import { textsOf } from '~/i18n/server';
import { paths } from '~/paths';
import { loadContext } from '../../server/platform/http/load-context';

/** The page needs no scripts, so visitors do not load those of the workspace. */
export const handle = { scripts: false };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? 'Satchel' },
  { name: 'description', content: data?.description ?? '' },
];

export const headers: HeadersFunction = () => ({ 'cache-control': 'private, no-cache' });

/**
 * Only visitors get this page: for a signed-in person, the server or the service worker responds with the shell.
 * `?lang=` of the links in the footer sets the language.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const wish = new URL(request.url).searchParams.get('lang');
  if (isLanguage(wish)) {
    loadContext(context).setCookie(LANGUAGE_KEY, wish, { path: '/', maxAge: 31_536_000, httpOnly: false });
    throw serverRedirect(paths.landing());
  }
  const { t } = await textsOf(request);
  return { title: t('landing:documentTitle'), description: t('landing:description') };
}

/** A navigation within the app opens the home screen, without a request to the server. */
export const clientLoader = () => redirect(paths.home());

/** Rendered by the server only: the client build does not contain it. */
export default function Index() {
  return import.meta.env.SSR ? <Landing /> : null;
}
