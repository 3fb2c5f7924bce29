/**
 * Decides whether a literal IP address is on the public internet: for connections of the server on behalf of a client
 * or a page, and for addresses of new links.
 *
 * The check is an allow list: IPv4 outside every special range, and IPv6 global unicast (2000::/3) outside every
 * special range (IANA special-purpose address registries, RFC 6890). IPv6 forms that embed an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are always refused: a resolver returns a public IPv4 address as such.
 */
import ipaddr from 'ipaddr.js';

/**
 * Ports of the public web. Pages on other ports are refused, so that a link cannot make the server talk to mail,
 * database or administration ports.
 */
export const WEB_PORTS = [80, 443] as const;

/** Port of a parsed http or https URL. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/**
 * Metadata and host services of clouds within public or private ranges (Azure, Alibaba, AWS, Oracle, Google, Scaleway);
 * other such services have ranges of their own.
 */
const METADATA = new Set([
  ...['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd00:ec2::23'],
  ...['fd00:c1::a9fe:a9fe', 'fd20:ce::254', 'fd00:42::42'],
]);
/** Ranges for networks of organizations: RFC 1918, RFC 6598, RFC 4193. */
const PRIVATE_RANGES = new Set<string>(['private', 'carrierGradeNat', 'uniqueLocal']);
/** IANA's only block of global unicast addresses. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether a literal address is public unicast. IPv4 needs four decimal parts, IPv6 no zone; anything else is not
 * public.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !METADATA.has(text);
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/**
 * Whether a literal address belongs to an organization's own network, or with `withLoopback` to this machine. Never
 * true for link-local services and metadata services of clouds.
 */
export function isPrivateNetworkAddress(text: string, { withLoopback }: { withLoopback: boolean }): boolean {
  if (text.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))) return false;
  const address = ipaddr.parse(text);
  if (METADATA.has(address.toString())) return false;
  return PRIVATE_RANGES.has(address.range()) || (withLoopback && address.range() === 'loopback');
}

const LOCALHOST = /(^|\.)localhost\.?$/i;
/** Whether a name means this machine everywhere (RFC 6761). */
export const isLocalhost = (hostname: string): boolean => LOCALHOST.test(hostname);

/**
 * Whether the host of a parsed URL is a literal IP address outside the public internet, or `localhost`. WHATWG parsing
 * has already turned `0x7f.1` and `2130706433` into `127.0.0.1`. The addresses of other names are checked when they are
 * resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const [, ipv6] = /^\[(.*)\]$/.exec(hostname) ?? [];
  if (ipv6 !== undefined) return !isPublicAddress(ipv6);
  if (ipaddr.IPv4.isValidFourPartDecimal(hostname)) return !isPublicAddress(hostname);
  return isLocalhost(hostname);
}

/**
 * Whether the host of a parsed URL is an address that no setting opens: link-local, of the metadata of a cloud, or
 * neither public nor of a private network.
 */
export function isReservedHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  return !isPublicAddress(address) && !isPrivateNetworkAddress(address, { withLoopback: true });
}
