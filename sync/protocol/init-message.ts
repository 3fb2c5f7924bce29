/** The first message to a replica worker, before anything is asked of it: it opens with what only its page can read. */
export interface InitMessage {
  begin: {
    /** the page follows a sign-in: what this device knows of who is signed in is out of date */
    refresh: boolean;
    /** what the page keeps for the witness: items of local storage */
    witness: Record<string, string>;
    /** of the document: which list is about to be on the screen */
    pathname: string;
  };
}

/** With an account behind it, the key of that account's witness in local storage. */
export const WITNESS_PREFIX = 'copy:';

export const isInitMessage = (data: unknown): data is InitMessage =>
  typeof (data as { begin?: unknown } | null)?.begin === 'object';
