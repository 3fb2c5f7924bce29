/**
 * A server in memory that answers the replica by the rules of sync/protocol: pull after a checkpoint, push against the
 * current revision, pokes. Tests script its faults request by request.
 */
import { withElementChanges, type Element } from '../../sync/merge/element-changes';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../sync/merge/yjs';
import { newId } from '../../sync/model/ids';
import { heightOf, nextRev } from '../../sync/model/rev';
import type { Checkpoint, PushRow, Rejection, WireDoc } from '../../sync/protocol/messages';
import type { ErrorCode } from '../../sync/protocol/errors';
import { ERRORS } from '../../sync/protocol/errors';

export interface ServedRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}
/** null: served normally. `lost`: executed, but the answer does not arrive. */
export type Fault =
  null | 'network' | 'lost' | 'hang' | Response | { error: ErrorCode; body?: Record<string, unknown> };
type Row = { doc: Record<string, unknown> & { id: string; rev: string; space: string }; deleted: boolean; seq: number };

const answer = (data: unknown): Response =>
  Response.json({ success: true, data }, { headers: { 'x-satchel-time': String(Date.now()) } });
export const failure = (error: ErrorCode, body: Record<string, unknown> = {}): Response =>
  Response.json({ success: false, error, message: error, ...body }, { status: ERRORS[error].status });
export const html = (status = 200): Response =>
  new Response('<!doctype html><title>Wi-Fi login</title>', { status, headers: { 'content-type': 'text/html' } });

/** The value of a promise; rejects as soon as the request is aborted, as `fetch` does. */
async function unlessAborted<T>(value: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  signal?.throwIfAborted();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([value, aborted]).finally(() => signal?.removeEventListener('abort', abort));
}

export class ScriptedServer {
  readonly requests: ServedRequest[] = [];
  readonly collections = new Map<string, Map<string, Row>>();
  seq = 0;
  user: {
    id: string;
    companyId: string;
    name: string;
    deviceLock?: { required: boolean; leaseHours: number };
    memberOf?: string[];
  } = { id: 'u1', companyId: 'c1', name: 'Mina Park' };
  /** decides the fault of a request before it is served */
  fault: (request: ServedRequest) => Fault | Promise<Fault> = () => null;
  /** evaluates a write; a returned rejection refuses it */
  rejectionOf: (collection: string, row: PushRow, current: Row | null) => Omit<Rejection, 'id' | 'master'> | null =
    () => null;
  /** other calls by `METHOD path` */
  calls: Record<string, (body: unknown, request: ServedRequest) => Response | Promise<Response>> = {};
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const request: ServedRequest = {
      method: init.method ?? 'GET',
      path: input.replace(/^https?:\/\/[^/]+/, ''),
      headers: new Headers(init.headers),
      body:
        typeof init.body === 'string'
          ? JSON.parse(init.body)
          : init.body instanceof Blob
            ? new Uint8Array(await init.body.arrayBuffer())
            : (init.body ?? null),
    };
    this.requests.push(request);
    const fault = await unlessAborted(this.fault(request), init.signal);
    if (fault === 'network') throw new TypeError('fetch failed');
    if (fault === 'hang')
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true });
      });
    if (fault instanceof Response) return fault;
    if (fault && typeof fault === 'object') return failure(fault.error, fault.body);
    const response = await this.serve(request, init.signal ?? undefined);
    if (fault === 'lost') throw new TypeError('fetch failed: connection reset');
    return response;
  };

  rows(collection: string): Map<string, Row> {
    let rows = this.collections.get(collection);
    if (!rows) this.collections.set(collection, (rows = new Map()));
    return rows;
  }

  doc(collection: string, id: string): Row['doc'] | null {
    const row = this.rows(collection).get(id);
    return row && !row.deleted ? row.doc : null;
  }

  /** Writes as another person or a job would. */
  put(collection: string, fields: Record<string, unknown> & { id: string }): void {
    const before = this.rows(collection).get(fields.id);
    const updatedAt = (fields['updatedAt'] as number | undefined) ?? Date.now();
    this.seq += 1;
    this.rows(collection).set(fields.id, {
      seq: this.seq,
      deleted: false,
      doc: {
        space: 'project:p1',
        abilities: ['update', 'delete'],
        ...before?.doc,
        ...fields,
        rev: nextRev(before?.doc.rev),
        updatedAt,
        recency: -updatedAt,
      } as Row['doc'],
    });
    this.poke([collection]);
  }

  remove(collection: string, id: string): void {
    const row = this.rows(collection).get(id)!;
    this.seq += 1;
    this.rows(collection).set(id, {
      ...row,
      doc: { ...row.doc, rev: nextRev(row.doc.rev) },
      deleted: true,
      seq: this.seq,
    });
    this.poke([collection]);
  }

  poke(collections: string[]): void {
    this.send('poke', { seq: this.seq, collections });
  }

  send(event: string, data: unknown): void {
    const bytes = new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    for (const stream of this.streams) stream.enqueue(bytes);
  }

  count(path: RegExp): number {
    return this.requests.filter((request) => path.test(request.path)).length;
  }

  /** The rows of a collection in each push that contains some. */
  pushed(collection: string): PushRow[][] {
    return this.requests.flatMap(({ path, body }) => {
      if (path === `/api/core/sync/${collection}/push`) return [body as PushRow[]];
      if (path !== '/api/core/sync/push') return [];
      const { pushes } = body as { pushes: { collection: string; rows: PushRow[] }[] };
      return pushes.filter((each) => each.collection === collection).map(({ rows }) => rows);
    });
  }

  private async serve(request: ServedRequest, signal: AbortSignal | undefined): Promise<Response> {
    const own = this.calls[`${request.method} ${request.path}`];
    if (own) return own(request.body, request);
    const [, collection, verb] = /^\/api\/core\/sync\/(\w+)\/(pull|push)$/.exec(request.path) ?? [];
    if (verb === 'pull')
      return answer(this.pull(collection!, request.body as { checkpoint: Checkpoint | null; limit: number }));
    if (verb === 'push') return answer(this.push(collection!, request.body as PushRow[]));
    if (request.path === '/api/core/sync/push') {
      const { pushes } = request.body as { pushes: { collection: string; rows: PushRow[] }[] };
      return answer({ answers: pushes.map((each) => this.push(each.collection, each.rows)) });
    }
    if (request.path === '/api/core/live/update') return answer({ heard: false });
    if (request.path === '/api/core/live/subscribe') return answer({});
    if (request.path === '/api/core/sync/stream') return this.stream(signal);
    if (request.path === '/api/organization/user/my') return answer(this.my());
    if (request.path === '/api/organization/user/token/refresh')
      return answer({ loginToken: { accessToken: newId(), refreshToken: newId() } });
    if (request.path === '/api/organization/user/logout') return answer({});
    if (request.path === '/api/organization/user/my/company/default') {
      this.user = { ...this.user, companyId: (request.body as { companyId: string }).companyId };
      return answer({ loginToken: { accessToken: newId(), refreshToken: newId() } });
    }
    return failure('HTTP_404');
  }

  private my(): unknown {
    const { id, companyId, name, deviceLock, memberOf } = this.user;
    return {
      ...(deviceLock ? { deviceLock } : {}),
      ...(memberOf ? { memberOf } : {}),
      id,
      name,
      email: `${id}@example.com`,
      actived: true,
      enabled: true,
      hasPassword: true,
      defaultCompanyId: companyId,
      sessionId: 's1',
      userProfile: { id: 'up', lang: 'en', enabled: true },
      userCompany: {
        id: 'uc',
        userId: id,
        companyId,
        tenantId: companyId,
        userName: name,
        jobPositionId: '',
        actived: true,
        enabled: true,
      },
      companies: [
        { id: 'c1', name: 'Company one', role: 'owner' },
        { id: 'c2', name: 'Company two', role: 'member' },
      ],
      authorityCodes: [],
      createdAt: 1,
      updatedAt: 1,
    };
  }

  private wire(row: Row): WireDoc {
    return row.deleted ? { id: row.doc.id, _deleted: true, rev: row.doc.rev } : (row.doc as unknown as WireDoc);
  }

  private pull(collection: string, { checkpoint, limit }: { checkpoint: Checkpoint | null; limit: number }): unknown {
    const after = checkpoint ?? { seq: 0, id: '', floor: this.seq };
    const found = [...this.rows(collection).values()]
      .sort((a, b) => a.seq - b.seq)
      .filter((row) => row.seq > after.seq)
      .slice(0, limit);
    const last = found.at(-1);
    return {
      documents: found.map((row) => this.wire(row)),
      checkpoint: last ? { seq: last.seq, id: last.doc.id, floor: after.floor } : null,
      more: found.length === limit,
    };
  }

  private push(collection: string, rows: PushRow[]): unknown {
    const conflicts: WireDoc[] = [];
    const rejected: Rejection[] = [];
    for (const row of rows) {
      const {
        id,
        rev,
        _deleted: deleted = false,
        update,
        _elements: elements = {},
        ...fields
      } = row.newDocumentState as PushRow['newDocumentState'] & Record<string, unknown>;
      const current = this.rows(collection).get(id) ?? null;
      if (current ? current.doc.rev === rev && current.deleted === deleted : deleted) continue;
      const refusal = this.rejectionOf(collection, row, current);
      if (refusal) {
        rejected.push({ id, ...refusal, master: current && !current.deleted ? this.wire(current) : null });
        continue;
      }
      if (current && (row.assumedMasterState?.rev !== current.doc.rev || heightOf(rev) <= heightOf(current.doc.rev))) {
        conflicts.push(this.wire(current));
        continue;
      }
      this.seq += 1;
      const state = update ? this.merged(String(current?.doc['state'] ?? ''), update) : undefined;
      this.rows(collection).set(id, {
        seq: this.seq,
        deleted,
        doc: {
          abilities: ['update', 'delete', 'share', 'move', 'manage', 'addNote', 'addMeeting'],
          ...current?.doc,
          ...fields,
          ...Object.fromEntries(
            Object.entries(elements).map(([field, changes]) => [
              field,
              withElementChanges((current?.doc as Record<string, unknown> | undefined)?.[field] as Element[], changes),
            ]),
          ),
          id,
          rev,
          ...(state === undefined ? {} : { state }),
        } as Row['doc'],
      });
    }
    this.poke([collection]);
    return { conflicts, rejected };
  }

  private merged(state: string, update: string): string {
    return toBase64(state ? Y.mergeUpdates([fromBase64(state), fromBase64(update)]) : fromBase64(update));
  }

  private stream(signal: AbortSignal | undefined): Response {
    let mine: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        mine = controller;
        this.streams.add(controller);
      },
      cancel: () => {
        this.streams.delete(mine);
      },
    });
    signal?.addEventListener(
      'abort',
      () => {
        if (this.streams.delete(mine)) mine.error(signal.reason);
      },
      { once: true },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}
