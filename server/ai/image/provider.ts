/** Interface of image providers. */

export interface ImageRequest {
  prompt: string;
  size: '1024x1024' | '1024x1536' | '1536x1024';
  signal: AbortSignal;
}

export interface MadeImage {
  bytes: Buffer;
  mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
}

export interface ImageProvider {
  name: string;
  model: string;
  /** Throws ProviderFailure. */
  make(request: ImageRequest): Promise<MadeImage>;
}
