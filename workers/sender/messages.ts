/** What the replica's worker and a worker that sends say to each other. `id` numbers the requests of one sender. */
export interface SendRequest {
  id: number;
  /** absolute */
  url: string;
  method: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
  body: Uint8Array<ArrayBuffer>;
}

export type ToSender = { send: SendRequest } | { abort: number };

export type FromSender =
  | { id: number; status: number; headers: [string, string][]; text: string }
  /** there was no answer */
  | { id: number; failed: string };
