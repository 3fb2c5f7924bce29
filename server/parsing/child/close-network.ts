/** A parser needs no network: what a document refers to is never fetched, whatever a library would do. */
import { Socket } from 'node:net';
import dgram from 'node:dgram';

const refuse = (): never => {
  throw new Error('A parser has no network.');
};

export function closeNetwork(): void {
  globalThis.fetch = refuse;
  Socket.prototype.connect = refuse;
  dgram.createSocket = refuse;
}
