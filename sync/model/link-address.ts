/**
 * Addresses of links: normalizes what a person types, shares or pastes, by the same rules on device and server. Whether
 * the server may connect to a host is decided when it fetches (server/platform/http/safe-fetch.ts).
 */
import { isNamedHost } from './private-hosts';
import { isPrivateHost, portOf, WEB_PORTS } from './public-address';

export const LINK_ADDRESS_MAX = 2048;

export type LinkAddressError =
  'PARAMETER_REQUIRED' | 'WEBSITE_URL_INVALID' | 'WEBSITE_URL_NOT_PUBLIC' | 'WEBSITE_PORT_NOT_ALLOWED';

/** Parameters for tracking visitors, which do not change the page. */
const TRACKING = /^(utm_.*|gclid|fbclid)$/i;
const HTTP = /^https?:/i;
/** A scheme, as opposed to a host with a port. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Punycode and lower case by WHATWG parsing; a host needs a dot, or is a literal IPv6 address. */
const isHost = (hostname: string): boolean => hostname.startsWith('[') || /^[^.]+(\.[^.]+)+$/.test(hostname);

/**
 * The normal form of an address: with scheme, host in lower case and punycode, without default port and fragment. Null
 * unless it is http or https, without credentials, and at most LINK_ADDRESS_MAX characters long.
 * @param base the page that contains a relative address
 */
export function linkAddress(text: string, base?: string): string | null {
  const typed = text.trim();
  // percent-encoding makes an address up to nine times as long
  if (typed === '' || typed.length > LINK_ADDRESS_MAX) return null;
  let url: URL;
  try {
    if (base !== undefined) url = new URL(typed, base);
    else if (typed.startsWith('//')) url = new URL(`https:${typed}`);
    else if (HTTP.test(typed)) url = new URL(typed);
    else if (SCHEME.test(typed)) return null;
    else url = new URL(`https://${typed}`);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  // `example.com.` is the same host as `example.com`
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (!isHost(url.hostname)) return null;
  url.hash = '';
  return url.href.length <= LINK_ADDRESS_MAX ? url.href : null;
}

/**
 * The normal form of a person's input, or an error code.
 * @param privateHosts hosts outside the public internet that the operator allows
 */
export function checkLinkAddress(
  text: string,
  privateHosts: readonly string[] = [],
): { address: string } | { error: LinkAddressError } {
  if (text.trim() === '') return { error: 'PARAMETER_REQUIRED' };
  const address = linkAddress(text);
  if (address === null) return { error: 'WEBSITE_URL_INVALID' };
  const url = new URL(address);
  if (isNamedHost(privateHosts, url)) return { address };
  if (isPrivateHost(url.hostname)) return { error: 'WEBSITE_URL_NOT_PUBLIC' };
  return WEB_PORTS.some((port) => port === portOf(url)) ? { address } : { error: 'WEBSITE_PORT_NOT_ALLOWED' };
}

/** A key that is equal for addresses of the same page. @param address in its normal form */
export function linkIdentity(address: string): string {
  const at = address.indexOf('?');
  if (at < 0) return address;
  const named = (parameter: string): string => parameter.split('=', 1)[0]!;
  const kept = address
    .slice(at + 1)
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING.test(named(parameter)));
  return kept.length === 0 ? address.slice(0, at) : `${address.slice(0, at)}?${kept.join('&')}`;
}
