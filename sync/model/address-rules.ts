/** Rules of addresses: what a person types, checked and in canonical form, and whether it covers an address. IPv4 and IPv6. */
import ipaddr from 'ipaddr.js';

/** One address, a range in CIDR form, or addresses with commas between them. */
export const IP_RULE_TYPES = ['single', 'range', 'list'] as const;
export type IpRuleType = (typeof IP_RULE_TYPES)[number];

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Addresses in one list at most. */
export const LIST_MAX = 200;

/** An IPv4 address that came as IPv6 (::ffff:192.0.2.1) is that IPv4 address. */
function parseAddress(text: string): Address | null {
  // ipaddr.js takes 0177.0.0.1 and 10.1 too: an address of version 4 has four decimal parts.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

function parseRange(text: string): Range | null {
  const [ip = '', bits, ...more] = text.split('/');
  const address = parseAddress(ip);
  if (!address || more.length > 0 || bits === undefined || !/^\d{1,3}$/.test(bits)) return null;
  // 0 would be everybody: a rule that lets everybody in is a mistake
  return Number(bits) >= 1 && Number(bits) <= (address.kind() === 'ipv4' ? 32 : 128) ? [address, Number(bits)] : null;
}

const single = (address: Address): Range => [address, address.kind() === 'ipv4' ? 32 : 128];
/** full-width digits and punctuation, as typed with an input method; one address a line is a list too */
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

/** The network's first address: 10.1.2.3/8 is 10.0.0.0/8. */
function networkAddress([address, bits]: Range): Address {
  const bytes = address.toByteArray().map((byte, i) => byte & (0xff << Math.max(0, Math.min(8, 8 * (i + 1) - bits))));
  return ipaddr.fromByteArray(bytes);
}

/** The value as it is kept, null for one that is no rule of this type. */
export function canonicalRule(type: IpRuleType, value: string): string | null {
  const ranges = rangesOf(type, typed(value));
  if (!ranges) return null;
  if (type === 'range') return `${networkAddress(ranges[0]!).toString()}/${ranges[0]![1]}`;
  return [...new Set(ranges.map(([address]) => address.toString()))].join(',');
}

/** Whether a rule, as it is kept, covers an address. An address that is none is covered by nothing. */
export function covers(rule: { type: IpRuleType; value: string }, ip: string): boolean {
  const address = parseAddress(ip);
  return (
    address !== null &&
    (rangesOf(rule.type, rule.value) ?? []).some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits),
    )
  );
}
