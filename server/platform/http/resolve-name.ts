/**
 * Resolves names that clients have named. `dns.lookup` (getaddrinfo) occupies one of libuv's four threads for each name,
 * as long as the resolver is silent: a few names of a dead name server stop the process's files and its database.
 * c-ares asks the name servers by sockets of its own, and its queries can be cancelled. It reads neither the hosts file
 * nor mDNS: those name machines of the own network, which no client may reach.
 */
import { Resolver } from 'node:dns/promises';

export interface ResolverSettings {
  /** milliseconds of the first attempt; later ones take longer */
  timeoutMs: number;
  tries: number;
  /** addresses of name servers; those of the machine by default */
  servers?: readonly string[];
}

const DEFAULTS: ResolverSettings = { timeoutMs: 2_500, tries: 2 };

/** milliseconds for which addresses of IPv6 are waited for once those of IPv4 are known */
const V6_WAIT_MS = 500;

/** The name server answered that there is no such name, or no address of the family. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Whether an error of a resolution says that the name has no address; otherwise another attempt may succeed. */
export const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code ?? '');

/**
 * All addresses of a name, those of the two families in turn, IPv4 first. Throws an error of `node:dns` if there is none.
 * If only one family has an answer, its addresses are returned: some name servers answer no question about IPv6, which
 * must not use up the time of the fetch.
 */
export async function resolveName(
  name: string,
  signal: AbortSignal,
  settings: Partial<ResolverSettings> = {},
): Promise<string[]> {
  const { timeoutMs, tries, servers } = { ...DEFAULTS, ...settings };
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const four = resolver.resolve4(name).then((addresses) => {
      if (addresses.length > 0) late = setTimeout(cancel, V6_WAIT_MS);
      return addresses;
    });
    const answers = await Promise.allSettled([four, resolver.resolve6(name)]);
    const [v4, v6] = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : [])) as [
      string[],
      string[],
    ];
    const addresses = Array.from({ length: Math.max(v4.length, v6.length) }, (_, i) => [v4[i], v6[i]])
      .flat()
      .filter((address) => address !== undefined);
    if (addresses.length > 0) return addresses;
    const errors = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []));
    throw errors.find((error) => !isAbsent(error)) ?? errors[0] ?? new Error('The name has no address.');
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', cancel);
  }
}
