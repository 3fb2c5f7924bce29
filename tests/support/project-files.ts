/** Files of projects in tests of the server: people who add them like devices and third parties, and a scripted parser. */
import { createHash } from 'node:crypto';
import { fileCalls } from '../../server/core/files/contract';
import { fileContentPath } from '../../sync/protocol/files';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { projectCalls } from '../../server/core/projects/contract';
import type { Parsing } from '../../server/parsing/parsing';
import { newId, spaceOf } from '../../sync/model/ids';
import type { ParsedText } from '../../sync/model/parsed-text';
import { UPLOAD_TOKEN_HEADER } from '../../sync/protocol/uploads';
import { openCore, type Core, type Person } from './core';
import type { Engine } from './database';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes of a text file with one line. */
export const text = (words: string): Buffer => Buffer.from(`${words}\n`);
/** The beginning of a PDF, and that of a sound. */
export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
export const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]);

/** The parsed text of a file; each line is a part. */
export function parsedLines(text: string, more: Partial<ParsedText> = {}): ParsedText {
  const lines = text.split('\n').filter(Boolean);
  return {
    title: '',
    language: 'en',
    parts: lines.map((line, at) => ({
      id: `p${at + 1}`,
      kind: 'text' as const,
      level: 0,
      text: line,
      place: { line: at + 1 },
    })),
    outline: [],
    pages: 0,
    notices: [],
    ...more,
  };
}

/** A parser of plain text; `next` replaces its result once. */
export class ScriptedParser implements Parsing {
  readonly parsed: { name: string; companyId: string }[] = [];
  private readonly scripts: Parsing['parse'][] = [];

  next(script: Parsing['parse']): void {
    this.scripts.push(script);
  }

  parsePage: Parsing['parsePage'] = () => Promise.reject(new Error('no page is parsed'));
  close = (): void => undefined;

  parse: Parsing['parse'] = async (original, options) => {
    this.parsed.push({ name: original.name, companyId: original.companyId });
    const script = this.scripts.shift();
    if (script) return script(original, options);
    const parts: Uint8Array[] = [];
    if (Buffer.isBuffer(original.bytes)) parts.push(original.bytes);
    else for await (const part of original.bytes) parts.push(part);
    return parsedLines(Buffer.concat(parts).toString('utf8'));
  };
}

/** A core that parses files with a scripted parser, and the files of its people. */
export async function openFiles(engine: Engine): Promise<{ core: Core; files: FilesOfPeople; parser: ScriptedParser }> {
  const parser = new ScriptedParser();
  const core = await openCore(engine, { ports: { parsing: parser } });
  return { core, files: new FilesOfPeople(core, await core.serve()), parser };
}

export class FilesOfPeople {
  constructor(
    private readonly core: Core,
    readonly origin: string,
  ) {}

  project = async (by: Person, viewers: string[] = [], contributors: string[] = []): Promise<string> => {
    const { id } = await by.call(projectCalls.create, { title: `P ${newId()}` });
    const userIds = [...viewers, ...contributors];
    if (userIds.length > 0)
      await by.call(projectCalls.setShare, { projectId: id, shareRange: 'customize', departmentIds: [], userIds });
    if (contributors.length > 0)
      await by.call(projectCalls.setContributors, { projectId: id, departmentIds: [], userIds: contributors });
    return id;
  };

  /** The fields of a new file's row, as a device pushes them. */
  row = (by: Person, projectId: string, title: string, more: object = {}) => ({
    ...BLANK_ITEM,
    id: newId(),
    notices: [],
    space: spaceOf('project', projectId),
    projectId,
    itemType: 'file',
    title,
    addedBy: by.actor.userId,
    createdAt: this.core.now(),
    ...more,
  });

  /** The row of a file, as a person sees it. */
  item = async (id: string, by = this.core.person('ann')) => (await by.sees('projectItems', id))!;

  /** Changes the row of a file as a device does. Returns the code of a rejection, '' if accepted. */
  change = async (by: Person, id: string, fields: Record<string, unknown>): Promise<string> =>
    by.refused('projectItems', await this.item(id), fields);

  push = async (by: Person, projectId: string, title: string): Promise<string> => {
    const row = this.row(by, projectId, title);
    const refused = await by.refused('projectItems', null, row);
    if (refused) throw new Error(refused);
    return row.id;
  };

  send = (
    { url, token }: { url: string; token: string },
    bytes: Buffer,
    { offset = 0, by = 'ann' }: { offset?: number; by?: string } = {},
  ): Promise<Response> =>
    fetch(this.origin + url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${by}`,
        [UPLOAD_TOKEN_HEADER]: token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as Uint8Array<ArrayBuffer>,
    });

  apply = async (by: Person, projectId: string, bytes: Buffer, name: string, more: object = {}) =>
    (
      await by.call(fileCalls.apply, {
        projectId,
        files: [{ name, size: bytes.length, sha256: sha256(bytes), ...more }],
      })
    ).uploads[0]!;

  /** Uploads bytes for an existing row, or for a file whose row the server creates. */
  upload = async (by: Person, projectId: string, bytes: Buffer, name: string, more: object = {}) => {
    const ticket = await this.apply(by, projectId, bytes, name, more);
    const sent = await this.send(ticket, bytes, { by: by.actor.userId });
    if (sent.status !== 204) throw new Error(`the part was answered ${sent.status}`);
    return (await by.call(fileCalls.finish, { uploadIds: [ticket.uploadId] })).list[0]!;
  };

  /** Adds a file like a device: the row, then the bytes. */
  add = async (by: Person, projectId: string, bytes: Buffer, name: string) =>
    this.upload(by, projectId, bytes, name, { fileId: await this.push(by, projectId, name), version: 1 });

  read = (id: string, by: string | null, { version, headers = {} }: { version?: number; headers?: object } = {}) =>
    fetch(this.origin + fileContentPath(id, version), {
      headers: { ...(by ? { authorization: `Bearer ${by}` } : {}), ...headers },
    });
}
