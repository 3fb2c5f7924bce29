/** By what requests without an account are counted. */
import ipaddr from 'ipaddr.js';

/** The network an address counts for: itself, of IPv6 the first 64 bits, which is one household's. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6'
    ? ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]).toString()
    : address.toString();
}
