/** Messages between the workers of several tabs, besides the storage's change events. */
export interface Channel<T> {
  post(message: T): void;
  close(): void;
}
/** Opens a channel by name; a channel object does not receive its own messages. */
export type OpenChannel = <T>(name: string, onMessage: (message: T) => void) => Channel<T>;

export const broadcastChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent) => onMessage(event.data as never);
  // In Node, an open channel would keep the process alive.
  (channel as { unref?: () => void }).unref?.();
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};
