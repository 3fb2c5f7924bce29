/** The installation's key pair for push messages (VAPID, RFC 8292): made at first use, once for all processes. */
import { createECDH } from 'node:crypto';
import type { Platform } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import { openText, sealText } from '../../platform/sealed-text';
import './tables';

export interface VapidKeys {
  /** base64url */
  publicKey: string;
  privateKey: string;
}

/** A key pair of the curve P-256. */
function newKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // a private key may begin with zero bytes, which Node drops
  const secret = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(32 - secret.byteLength), secret]);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: padded.toString('base64url') };
}

/**
 * A pair that was sealed with an earlier secret of the installation is replaced, and ends the subscriptions that were
 * made for it: devices subscribe again at their next start.
 */
export async function vapidKeys({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>): Promise<VapidKeys> {
  const key = keyFor(config.secret, 'vapid');
  for (;;) {
    const row = await db.selectFrom('vapid_key').selectAll().where('id', '=', 1).executeTakeFirst();
    const privateKey = row && openText(key, row.private_key);
    if (row && privateKey) return { publicKey: row.public_key, privateKey };
    if (row) {
      const { numDeletedRows } = await db
        .deleteFrom('vapid_key')
        .where('private_key', '=', row.private_key)
        .executeTakeFirstOrThrow();
      // another process may have replaced the pair already, and devices may have subscribed for it
      if (numDeletedRows > 0n) await db.deleteFrom('push_subscription').execute();
    }
    const fresh = newKeys();
    await db
      .insertInto('vapid_key')
      .values({
        id: 1,
        public_key: fresh.publicKey,
        private_key: sealText(key, fresh.privateKey),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
