/**
 * PGlite's file system on disk, with a working fsync. PGlite's own file system ignores fsync, so a power loss may lose
 * every acknowledged transaction. PostgreSQL calls fsync through `fd_sync`, which ends in `stream_ops.fsync`: here that
 * syncs the file. PostgreSQL must be configured to call it (`startParameters`: no `-F`, and `wal_sync_method=fsync`, as
 * fdatasync is ignored too).
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PGlite } from '@electric-sql/pglite';

/** The used part of emscripten's NODEFS: a file has a Node descriptor, a folder has none. */
interface NodeStream {
  nfd?: number | null;
  node: unknown;
}
interface NodeFileSystem {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: NodeStream) => number };
}

/** errno EIO of WASI */
const EIO = 29;

export class DurableNodeFS extends NodeFS {
  /** @param synced called with the path after each fsync, for tests */
  constructor(
    dataDir: string,
    private readonly synced: (path: string) => void = () => undefined,
  ) {
    super(dataDir);
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const hook = (module: object): void => {
      const files = (module as { NODEFS: NodeFileSystem }).NODEFS;
      files.stream_ops.fsync = (stream) => this.sync(files, stream);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }

  private sync(files: NodeFileSystem, stream: NodeStream): number {
    const path = files.realPath(stream.node);
    try {
      if (typeof stream.nfd === 'number') fsyncSync(stream.nfd);
      else syncPath(path);
    } catch {
      // PostgreSQL panics on a failed fsync, as it must.
      return EIO;
    }
    this.synced(path);
    return 0;
  }
}

/** Syncs a file, or the entries of a folder, to the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * PostgreSQL's start parameters: PGlite's own, but with fsync. Without durability, which is for tests, the buffers are
 * small: PostgreSQL fills them with zeros at the start, which took two thirds of opening a database.
 */
export const startParameters = (durable: boolean): string[] =>
  durable
    ? [...PGlite.defaultStartParams.filter((p) => p !== '-F'), '-c', 'wal_sync_method=fsync']
    : [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];
