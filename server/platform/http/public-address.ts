/**
 * Decides to which IP addresses the server may connect on behalf of a client or a page.
 *
 * The check is an allow list: IPv4 outside every special range, and IPv6 global unicast (2000::/3) outside every
 * special range (IANA special-purpose address registries, RFC 6890). IPv6 forms that embed an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are always refused: a resolver returns a public IPv4 address as such.
 */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Azure's platform address: metadata and host services in a public range. The others (169.254.169.254, fd00:ec2::254, 100.100.100.200, 192.0.0.192) are in special ranges. */
const METADATA = new Set(['168.63.129.16']);
/** IANA's only block of global unicast addresses. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether a literal address is public unicast. IPv4 needs four decimal parts, IPv6 no zone; anything else is not public. */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !METADATA.has(text);
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** Addresses of this machine's own interfaces: a firewall in front of the machine does not protect its services from itself. */
export const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

/** Whether two literal addresses are equal, regardless of notation. */
export const isSameAddress = (one: string, other: string): boolean =>
  ipaddr.isValid(one) &&
  ipaddr.isValid(other) &&
  ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
