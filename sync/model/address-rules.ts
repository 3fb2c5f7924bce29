/**
 * IP address rules (IPv4 and IPv6): parses typed text into its canonical form and tests whether a rule covers an
 * address.
 */
import ipaddr from 'ipaddr.js';

/** A single address, one CIDR range, or a comma-separated list of addresses. */
export const IP_RULE_TYPES = ['single', 'range', 'list'] as const;
export type IpRuleType = (typeof IP_RULE_TYPES)[number];

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Largest number of addresses in one list. */
export const LIST_MAX = 200;

/** Parses one address. An IPv4-mapped IPv6 address (::ffff:192.0.2.1) becomes the IPv4 address. */
function parseAddress(text: string): Address | null {
  // ipaddr.js also accepts 0177.0.0.1 and 10.1; only four decimal parts are allowed here.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

function parseRange(text: string): Range | null {
  const [ip = '', bits, ...more] = text.split('/');
  const address = parseAddress(ip);
  if (!address || more.length > 0 || bits === undefined || !/^\d{1,3}$/.test(bits)) return null;
  // A prefix of 0 bits covers every address, which is certainly a mistake.
  return Number(bits) >= 1 && Number(bits) <= (address.kind() === 'ipv4' ? 32 : 128) ? [address, Number(bits)] : null;
}

const single = (address: Address): Range => [address, address.kind() === 'ipv4' ? 32 : 128];
/**
 * Normalises input-method text: full-width digits and punctuation become ASCII, and line breaks separate list entries.
 */
const typed = (text: string): string =>
  text
    .trim()
    .normalize('NFKC')
    .replaceAll(/[，、\r\n]+/g, ',')
    .replaceAll(/[\s\u200b]+/g, '');

function rangesOf(type: IpRuleType, value: string): Range[] | null {
  if (type === 'range') {
    const range = parseRange(value);
    return range && [range];
  }
  const parts = type === 'single' ? [value] : value.split(',').filter(Boolean);
  const addresses = parts.map(parseAddress);
  return parts.length === 0 || parts.length > LIST_MAX || addresses.some((a) => a === null)
    ? null
    : addresses.map((a) => single(a!));
}

/** First address of the network: 10.1.2.3/8 gives 10.0.0.0/8. */
function networkAddress([address, bits]: Range): Address {
  const bytes = address.toByteArray().map((byte, i) => byte & (0xff << Math.max(0, Math.min(8, 8 * (i + 1) - bits))));
  return ipaddr.fromByteArray(bytes);
}

/** Canonical form for storage; null if the value is not a valid rule of this type. */
export function canonicalRule(type: IpRuleType, value: string): string | null {
  const ranges = rangesOf(type, typed(value));
  if (!ranges) return null;
  if (type === 'range') return `${networkAddress(ranges[0]!).toString()}/${ranges[0]![1]}`;
  return [...new Set(ranges.map(([address]) => address.toString()))].join(',');
}

/** Whether a canonical rule covers an address. An invalid address is never covered. */
export function covers(rule: { type: IpRuleType; value: string }, ip: string): boolean {
  const address = parseAddress(ip);
  return (
    address !== null &&
    (rangesOf(rule.type, rule.value) ?? []).some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits),
    )
  );
}
