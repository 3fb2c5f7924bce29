/**
 * Checks the protocol version that a client declares.
 *
 *   none                       an integration, treated as current
 *   below PROTOCOL_OLDEST      CLIENT_TOO_OLD: the page asks for an update and keeps its data
 *   PROTOCOL_OLDEST … VERSION  served
 *   above PROTOCOL_VERSION     HTTP_503: during a rolling update a client may be newer than the process that answers;
 *                              it retries as with an unavailable server, and loses nothing
 */
import { CallError } from '../../../sync/protocol/errors';
import { PROTOCOL_OLDEST, PROTOCOL_VERSION } from '../../../sync/protocol/messages';

/** Throws CLIENT_TOO_OLD or HTTP_503. */
export function refuseProtocol(protocol: number): void {
  if (protocol > 0 && protocol < PROTOCOL_OLDEST) throw new CallError('CLIENT_TOO_OLD');
  if (protocol > PROTOCOL_VERSION)
    throw new CallError('HTTP_503', { message: `protocol ${protocol} is newer than this server` });
}
