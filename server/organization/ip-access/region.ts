/** Where an address is. Nothing here asks the network, and no table of addresses comes with Satchel (docs/decisions/025). */
import ipaddr from 'ipaddr.js';

/** What is no part of the public internet: the office's own network, a VPN, this machine. */
const PRIVATE = new Set(['private', 'uniqueLocal', 'loopback', 'linkLocal', 'carrierGradeNat']);

/** Two letters of ISO 3166 as a trusted proxy said, `private` for an address of a private network, '' where nobody knows. */
export function regionOf(ip: string, said: string | undefined): string {
  if (ipaddr.isValid(ip) && PRIVATE.has(ipaddr.process(ip).range())) return 'private';
  return said ?? '';
}
