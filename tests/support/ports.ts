/** Ports for servers that tests start, possibly beside other test processes on this machine. */
import { createServer, type Server } from 'node:net';

export interface PortRange {
  from: number;
  to: number;
}

/** A port that no other test process gets until it is released, also while nothing listens on it. */
export interface ReservedPort {
  number: number;
  release(): void;
}

/**
 * Distance from a port to the port that its reservation listens on; the system ends the reservation with the process.
 * Both are below the ephemeral range, which starts at 32768.
 */
const RESERVATION = 2_000;

/** Listens on a port of this machine; null if it is taken. */
const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(null))
      .listen(port, '127.0.0.1', () => resolve(server));
  });

/** Reserves a free port of a range. */
export async function reservePort({ from, to }: PortRange): Promise<ReservedPort> {
  const count = to - from + 1;
  const first = Math.floor(Math.random() * count);
  for (let i = 0; i < count; i += 1) {
    const number = from + ((first + i) % count);
    const reservation = await listen(number + RESERVATION);
    if (!reservation) continue;
    // a program that reserves nothing may have it
    const probe = await listen(number);
    if (probe) {
      await new Promise((resolve) => probe.close(resolve));
      reservation.unref();
      return { number, release: () => reservation.close() };
    }
    reservation.close();
  }
  throw new Error(`No port between ${from} and ${to} is free.`);
}
