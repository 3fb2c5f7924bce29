/**
 * Which clients the server talks to, by the protocol they say they speak.
 *
 *   none said                  an integration, taken as current
 *   below PROTOCOL_OLDEST      CLIENT_TOO_OLD: the page says to update, and keeps what it has
 *   PROTOCOL_OLDEST … VERSION  served
 *   above PROTOCOL_VERSION     HTTP_503: while new processes take the place of old ones a client may be ahead of the one that answers;
 *                              it waits as for any server that is not there, and loses nothing
 */
import { CallError } from '../../../sync/protocol/errors';
import { PROTOCOL_OLDEST, PROTOCOL_VERSION } from '../../../sync/protocol/messages';

export function refuseProtocol(protocol: number): void {
  if (protocol > 0 && protocol < PROTOCOL_OLDEST) throw new CallError('CLIENT_TOO_OLD');
  if (protocol > PROTOCOL_VERSION)
    throw new CallError('HTTP_503', { message: `protocol ${protocol} is newer than this server` });
}
