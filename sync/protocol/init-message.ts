/** First message to a replica worker, with state that only its page can read. The worker opens the replica after it. */
export interface InitMessage {
  begin: {
    /** the page follows a sign-in, so the device's stored account is out of date */
    refresh: boolean;
    /** loss counters that the page stores for the worker (items of local storage) */
    lossCounters: Record<string, string>;
    /** path of the page, which tells the list to load first */
    pathname: string;
  };
}

/** Prefix of the local storage key of an account's loss counter. */
export const LOSS_COUNTER_PREFIX = 'copy:';

export const isInitMessage = (data: unknown): data is InitMessage =>
  typeof (data as { begin?: unknown } | null)?.begin === 'object';
