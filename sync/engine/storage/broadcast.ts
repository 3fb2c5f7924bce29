/** What the tabs' workers say to each other, beside the storage's own change events. */
export interface Channel<T> {
  post(message: T): void;
  close(): void;
}
/** Opens a channel by name; messages of this very channel object do not come back. */
export type OpenChannel = <T>(name: string, onMessage: (message: T) => void) => Channel<T>;

export const broadcastChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent) => onMessage(event.data as never);
  // in Node an open channel would keep the process
  (channel as { unref?: () => void }).unref?.();
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};
