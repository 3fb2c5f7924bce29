/** Addresses of this machine, to which the server never connects on behalf of a client or a page. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Addresses of this machine's own interfaces: a firewall in front of the machine does not protect its services from itself. */
export const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

/** Whether two literal addresses are equal, regardless of notation. */
export const isSameAddress = (one: string, other: string): boolean =>
  ipaddr.isValid(one) &&
  ipaddr.isValid(other) &&
  ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
