/** Interface of speech providers: text to sound. */

export interface SpeechRequest {
  text: string;
  /** '' for the provider's configured voice */
  voice: string;
  signal: AbortSignal;
}

export interface SpokenText {
  mimeType: string;
  /** sound as it arrives; abandoning it closes the connection */
  sound: AsyncIterable<Uint8Array>;
}

export interface SpeechProvider {
  name: string;
  model: string;
  voice: string;
  /** Throws ProviderFailure. */
  speak(request: SpeechRequest): Promise<SpokenText>;
}
