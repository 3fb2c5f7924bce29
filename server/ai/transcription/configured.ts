/** The transcription provider of the server's configuration. */
import type { Config } from '../../platform/config';
import { diarized } from './diarized';
import { openAiCompatible } from './openai-compatible';
import type { TranscriptionProvider } from './provider';

/** Returns null if none is configured. */
export function configuredProvider(
  config: Pick<Config, 'transcription' | 'diarizationUrl'>,
): TranscriptionProvider | null {
  if (!config.transcription) return null;
  const apiKey = config.transcription.apiKey ?? '';
  const texts = openAiCompatible({ url: config.transcription.url, apiKey, model: config.transcription.model });
  // The key is a secret of the transcription address; the diarization address gets none.
  return config.diarizationUrl
    ? diarized(
        texts,
        openAiCompatible(
          { url: config.diarizationUrl, apiKey: '', model: config.transcription.model },
          { keepEmpty: true },
        ),
      )
    : texts;
}
