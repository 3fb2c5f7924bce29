import { hkdfSync } from 'node:crypto';

/**
 * Derives a 32-byte key for one purpose from the installation's secret (HKDF, RFC 5869), so that no two purposes share
 * a key.
 */
export const keyFor = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `satchel ${purpose}`, 32));
