/**
 * Hosts outside the public internet to which links may lead, as the operator lists them (LINK_PRIVATE_HOSTS):
 *
 *   wiki.corp.example   one name       *.corp.example   all names below it
 *   192.168.1.20        one address    10.20.0.0/16     a network
 *
 * IPv6 has brackets: `[fd00::20]`, `[fd00::]/64`. Names and single addresses may have a port
 * (`wiki.corp.example:8090`); without one they cover the ports of the public web.
 *
 * The host in the address is compared, not its resolved address: an unlisted name cannot lead to a private address.
 */
import ipaddr from 'ipaddr.js';
import { portOf, WEB_PORTS } from './public-address';

interface Entry {
  kind: 'name' | 'below' | 'network';
  /** in the form of WHATWG URLs, without brackets */
  host: string;
  /** prefix length of a network; the full length for a single address */
  bits: number;
  ports: readonly number[];
}

const ENTRY = /^(\*\.)?([^\s:/[\]@?#*]+|\[[^\s/[\]]+\])(?:\/(\d{1,3})|:(\d{1,5}))?$/;
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
const isLiteral = (host: string): boolean => host.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(host);

function read(text: string): Entry | null {
  const [, below, given = '', bits, port] = ENTRY.exec(text) ?? [];
  if (given === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return null;
  let host: string;
  try {
    host = bare(new URL(`http://${given}`).hostname);
  } catch {
    return null;
  }
  const ports = port === undefined ? WEB_PORTS : [Number(port)];
  if (isLiteral(host)) {
    // WHATWG parsing reads 10.1 as 10.0.0.1, which the operator may not intend
    if (below || (!given.startsWith('[') && given !== host)) return null;
    const whole = host.includes(':') ? 128 : 32;
    const width = bits === undefined ? whole : Number(bits);
    return width <= whole ? { kind: 'network', host, bits: width, ports } : null;
  }
  // a DNS name needs a dot
  if (bits !== undefined || !/^[^.]+(\.[^.]+)+$/.test(host)) return null;
  return { kind: below ? 'below' : 'name', host, bits: 0, ports };
}

function matches({ kind, host, bits, ports }: Entry, hostname: string, port: number): boolean {
  if (!ports.includes(port)) return false;
  if (kind === 'name') return hostname === host;
  if (kind === 'below') return hostname.endsWith(`.${host}`);
  if (!isLiteral(hostname)) return false;
  const [address, network] = [ipaddr.parse(hostname), ipaddr.parse(host)];
  return address.kind() === network.kind() && address.match(network as never, bits as never);
}

/** Whether a text is a valid entry of the list. */
export const isPrivateHostEntry = (text: string): boolean => read(text) !== null;

/** Whether the host and port of a parsed http or https URL are in the operator's list. */
export function isNamedHost(entries: readonly string[], url: URL): boolean {
  const hostname = bare(url.hostname.replace(/\.$/, ''));
  return entries.some((text) => {
    const entry = read(text);
    return entry !== null && matches(entry, hostname, portOf(url));
  });
}
