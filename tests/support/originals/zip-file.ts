/** A zip of named contents, in this order and with a fixed time. */
import { ZipFile } from 'yazl';

export type Contents = Record<string, string | Buffer>;

/** @param stored names whose bytes are not compressed */
export async function zipOf(contents: Contents, stored: readonly string[] = []): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents))
    zip.addBuffer(Buffer.from(content as Buffer), name, { mtime: new Date(0), compress: !stored.includes(name) });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
