/**
 * Region of an address. Satchel makes no network request and contains no database of addresses for it
 * (docs/decisions/025).
 */
import ipaddr from 'ipaddr.js';

/** Ranges outside the public internet: local networks, VPNs, this machine. */
const PRIVATE = new Set(['private', 'uniqueLocal', 'loopback', 'linkLocal', 'carrierGradeNat']);

/**
 * The country code (ISO 3166) that a trusted proxy sent, `private` for an address of a private network, '' if unknown.
 */
export function regionOf(ip: string, forwarded: string | undefined): string {
  if (ipaddr.isValid(ip) && PRIVATE.has(ipaddr.process(ip).range())) return 'private';
  return forwarded ?? '';
}
