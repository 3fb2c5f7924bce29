/** Interface of speech providers: text to audio. */

export interface SpeechRequest {
  text: string;
  /** '' for the provider's configured voice */
  voice: string;
  signal: AbortSignal;
}

export interface SpokenText {
  mimeType: string;
  /** audio as it arrives; the connection is closed if the reader stops early */
  sound: AsyncIterable<Uint8Array>;
}

export interface SpeechProvider {
  name: string;
  model: string;
  voice: string;
  /** Throws ProviderFailure. */
  speak(request: SpeechRequest): Promise<SpokenText>;
}
