/** The text of an answer's body, piece by piece as it comes. */
export interface BodyText {
  /** The next piece; undefined at the end. Throws what `signal` was aborted with, and what broke the body. */
  read(): Promise<string | undefined>;
  /** Nothing more of it is wanted. */
  end(): void;
}

/**
 * Reads a body until `signal` fires, whatever becomes of the body then: the abort of a fetch whose last bytes are on their way is lost
 * now and then on Node 20 where the body runs through a TextDecoderStream, and the read would be waited for without end.
 */
export function readText(body: ReadableStream<Uint8Array>, signal: AbortSignal): BodyText {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const end = (): void => {
    reader.cancel().catch(() => {});
  };
  signal.addEventListener('abort', end, { once: true });
  return {
    async read() {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      return done ? undefined : decoder.decode(value, { stream: true });
    },
    end() {
      signal.removeEventListener('abort', end);
      end();
    },
  };
}
