/**
 * Addresses of this site named by a client or a page: a redirect after sign-in, the link of a notification.
 *
 * The normalised URL decides, not the text: `/.//evil.example` begins with one slash, but a browser that follows the
 * parsed URL leaves for another site.
 */

const PLACEHOLDER_ORIGIN = 'https://own-address.invalid';
/** Browsers treat a backslash as a slash, and remove tabs and line breaks anywhere. */
const REWRITTEN = /[\\\u0000-\u001f\u007f]/;

/**
 * Parses an address of this site.
 * @param to a path with query and fragment, such as `/project/1?tab=notes`
 * @returns a URL whose path, query and fragment resolve to this site from any page; null for any other text. Its origin
 * is a placeholder.
 */
export function ownAddress(to: string | null | undefined): URL | null {
  if (!to?.startsWith('/') || REWRITTEN.test(to)) return null;
  const url = parse(to);
  if (!url || url.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return null;
  // The browser parses the redirect again: the result must not change.
  return parse(url.pathname + url.search + url.hash)?.href === url.href ? url : null;
}

function parse(address: string): URL | null {
  try {
    return new URL(address, PLACEHOLDER_ORIGIN);
  } catch {
    return null;
  }
}
