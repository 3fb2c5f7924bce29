/**
 * Client of `/images/generations`. The image is returned as base64 or as an address: one on the provider's origin is
 * fetched like the provider, others like external addresses, without the key.
 */
import * as v from 'valibot';
import { ProviderFailure } from '../failure';
import { hostOf, jsonBody, sendForJson, sendWhole, type Endpoint } from '../http/request';
import type { Transport } from '../http/transport';
import type { ImageProvider, MadeImage } from './provider';

const IMAGE_BYTES = 20 * 1024 * 1024;
/** most bytes: base64 and the rest of the answer */
const ANSWER_BYTES = 30 * 1024 * 1024;

const Answer = v.object({
  data: v.pipe(v.array(v.object({ b64_json: v.nullish(v.string()), url: v.nullish(v.string()) })), v.minLength(1)),
});

/** The type by content; null if it is no image. */
export function imageTypeOf(bytes: Buffer): MadeImage['mimeType'] | null {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null;
}

const originOf = (address: string): string => {
  try {
    return new URL(address).origin;
  } catch {
    throw new ProviderFailure('malformed', "the image's address is none");
  }
};

/** @param outside transport for addresses outside the provider's origin */
export function openAiCompatibleImage(
  { endpoint, model }: { endpoint: Endpoint; model: string },
  outside: Transport,
): ImageProvider {
  const fetched = async (address: string, signal: AbortSignal): Promise<Buffer> => {
    const isOwn = originOf(address) === originOf(endpoint.url);
    const { bytes } = await sendWhole(
      { ...endpoint, url: address, apiKey: '', transport: isOwn ? endpoint.transport : outside },
      { path: '', accept: 'image/*', maxBytes: IMAGE_BYTES, signal },
    );
    return bytes;
  };
  return {
    name: hostOf(endpoint.url),
    model,
    async make({ prompt, size, signal }) {
      const json = await sendForJson(endpoint, {
        path: '/images/generations',
        body: jsonBody({ model, prompt, n: 1, size }),
        maxBytes: ANSWER_BYTES,
        signal,
      });
      const parsed = v.safeParse(Answer, json);
      const [image] = parsed.success ? parsed.output.data : [];
      if (!image?.b64_json && !image?.url) throw new ProviderFailure('malformed', 'the answer has no image');
      const bytes = image.b64_json ? Buffer.from(image.b64_json, 'base64') : await fetched(image.url!, signal);
      const mimeType = imageTypeOf(bytes);
      if (!mimeType) throw new ProviderFailure('malformed', 'the answer is not a PNG, JPEG or WebP image');
      return { bytes, mimeType };
    },
  };
}
