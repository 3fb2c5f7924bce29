/** A small S3 on loopback, in memory: objects, multipart uploads with ListParts, no signatures. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from './local-server';
import { buffer } from 'node:stream/consumers';

export interface S3Server {
  url: string;
  /** objects by key, of all buckets */
  objects: Map<string, Buffer>;
  /** status that is returned instead of an answer; null: none. A deletion of several asks for each key, as DELETE. */
  refuses: ((request: { method: string; key: string }) => number | null) | null;
  stop(): Promise<void>;
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
const textOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map((m) => m[1]!);

/** Removes the chunk sizes of the SDK's signed bodies; without checksums it sends plain bodies. */
function plainBody(request: IncomingMessage, raw: Buffer): Buffer {
  if (!String(request.headers['content-encoding'] ?? '').includes('aws-chunked')) return raw;
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length;) {
    const end = raw.indexOf('\r\n', at);
    const size = parseInt(raw.subarray(at, end).toString(), 16);
    if (!size) break;
    parts.push(raw.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
  return Buffer.concat(parts);
}

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  /** the x-amz-meta-* headers of an object */
  const metadata = new Map<string, Record<string, string>>();
  const xml = (response: ServerResponse, status: number, body: string): void =>
    void response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url!, 'http://s3');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const body = plainBody(request, await buffer(request));
    const refused = s3.refuses?.({ method: request.method ?? '', key });
    if (refused) return void response.writeHead(refused, { 'content-length': 0 }).end();
    const uploadId = url.searchParams.get('uploadId');
    const parts = uploads.get(uploadId ?? '');
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      const names = textOf(body.toString(), 'Key');
      const kept = names.filter((name) => s3.refuses?.({ method: 'DELETE', key: name }));
      for (const name of names) if (!kept.includes(name)) objects.delete(name);
      const errors = kept.map(
        (name) => `<Error><Key>${name}</Key><Code>AccessDenied</Code><Message>kept</Message></Error>`,
      );
      return xml(response, 200, `<DeleteResult>${errors.join('')}</DeleteResult>`);
    }
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      return xml(
        response,
        200,
        `<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId && !parts) return xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>');
    if (parts && request.method === 'DELETE') {
      uploads.delete(uploadId!);
      return void response.writeHead(204).end();
    }
    if (parts && request.method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body);
      return void response.writeHead(200, { etag: etagOf(body) }).end();
    }
    if (parts && request.method === 'GET') {
      const listed = [...parts]
        .sort(([a], [b]) => a - b)
        .map(
          ([n, part]) =>
            `<Part><PartNumber>${n}</PartNumber><ETag>${etagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
        );
      return xml(
        response,
        200,
        `<ListPartsResult><UploadId>${uploadId}</UploadId><IsTruncated>false</IsTruncated>${listed.join('')}</ListPartsResult>`,
      );
    }
    if (parts && request.method === 'POST') {
      objects.set(key, Buffer.concat(textOf(body.toString(), 'PartNumber').map((n) => parts.get(Number(n))!)));
      uploads.delete(uploadId!);
      return xml(
        response,
        200,
        `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"e"</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      metadata.set(
        key,
        Object.fromEntries(
          Object.entries(request.headers)
            .filter(([name]) => name.startsWith('x-amz-meta-'))
            .map(([name, value]) => [name, String(value)]),
        ),
      );
      return void response.writeHead(200, { etag: etagOf(body) }).end();
    }
    const found = objects.get(key);
    if (!found)
      return request.method === 'HEAD'
        ? void response.writeHead(404).end()
        : xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? found : found.subarray(Number(start), end ? Number(end) + 1 : undefined);
    response
      .writeHead(start === undefined ? 200 : 206, {
        ...metadata.get(key),
        'content-length': part.length,
        etag: etagOf(found),
      })
      .end(request.method === 'HEAD' ? undefined : part);
  };

  const s3: S3Server = {
    url: '',
    objects,
    refuses: null,
    stop: () => server.close(),
  };
  const server = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  s3.url = server.origin;
  return s3;
}
