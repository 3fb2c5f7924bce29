/** Calls of the live channels. Events are sent over the event stream. */
import { liveCalls } from '../../sync/protocol/live';
import { bind, type BoundCall } from '../platform/http/feature';
import type { Live } from './live';

export const liveRoutes = ({ channels, texts }: Pick<Live, 'channels' | 'texts'>): BoundCall[] => [
  bind(liveCalls.subscribe, async ({ input, actor }) => {
    channels.subscribe(actor, input.topics);
    return {};
  }),
  bind(liveCalls.watching, async ({ input, actor }) => {
    channels.confirm(actor, input.askId);
    return {};
  }),
  bind(liveCalls.update, ({ input, actor }) => texts.send(actor, input)),
];
