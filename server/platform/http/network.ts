/** Network of an address, for rate limits of anonymous requests. */
import ipaddr from 'ipaddr.js';

/** An IPv4 address itself; of IPv6 the /64 prefix, which belongs to one household. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6'
    ? ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]).toString()
    : address.toString();
}
