/** Client of `/audio/speech`. */
import { ProviderFailure } from '../failure';
import { hostOf, jsonBody, send, type Endpoint } from '../http/request';
import type { SpeechProvider } from './provider';

/** most bytes of audio: about three hours of MP3 at 64 kbit/s */
const SOUND_BYTES = 100 * 1024 * 1024;

export function openAiCompatibleSpeech({
  endpoint,
  model,
  voice,
}: {
  endpoint: Endpoint;
  model: string;
  voice: string;
}): SpeechProvider {
  return {
    name: hostOf(endpoint.url),
    model,
    voice,
    async speak(request) {
      const answer = await send(endpoint, {
        path: '/audio/speech',
        body: jsonBody({ model, input: request.text, voice: request.voice || voice, response_format: 'mp3' }),
        accept: 'audio/*',
        maxBytes: SOUND_BYTES,
        signal: request.signal,
      });
      const { body } = answer;
      const mimeType = answer.contentType.split(';')[0]!.trim().toLowerCase();
      if (/^audio\/[a-z0-9.+-]+$/.test(mimeType)) return { mimeType, sound: body };
      // no content type: MP3, as requested
      if (mimeType === '' || mimeType === 'application/octet-stream') return { mimeType: 'audio/mpeg', sound: body };
      answer.close();
      throw new ProviderFailure('malformed', 'the answer is not audio');
    },
  };
}
