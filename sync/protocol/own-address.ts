/**
 * Addresses of this site in what a client or a page names: a redirect after signing in, a link of a notification.
 *
 * What counts is the normalised result, not the text: `/.//evil.example` begins with one slash, and a browser that follows what the URL
 * parser makes of it leaves for another site.
 */

const HERE = 'https://own-address.invalid';
/** A backslash is a slash to browsers; tabs and line breaks are left out by them wherever they stand. */
const REWRITTEN = /[\\\u0000-\u001f\u007f]/;

/**
 * The address of this site that a text names.
 * @param to a path with query and fragment, such as `/project/1?tab=notes`
 * @returns a URL whose path, query and fragment lead to this site wherever they are resolved; null for anything else. Its origin means nothing.
 */
export function ownAddress(to: string | null | undefined): URL | null {
  if (!to?.startsWith('/') || REWRITTEN.test(to)) return null;
  const url = parse(to);
  if (!url || url.origin !== HERE || url.pathname.startsWith('//')) return null;
  // What is sent is parsed once more, by the browser: it must stay what was judged.
  return parse(url.pathname + url.search + url.hash)?.href === url.href ? url : null;
}

function parse(address: string): URL | null {
  try {
    return new URL(address, HERE);
  } catch {
    return null;
  }
}
