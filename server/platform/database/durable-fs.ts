/**
 * PGlite's files on disk, with an fsync that happens. PGlite's own file system ignores fsync, so after a power cut every transaction
 * it had acknowledged may be gone. PostgreSQL asks for fsync by `fd_sync`, which ends in `stream_ops.fsync`: here that reaches the disk.
 * It needs PostgreSQL to ask at all (`START_PARAMETERS`: no `-F`, and `wal_sync_method=fsync`, as fdatasync is ignored too).
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PGlite } from '@electric-sql/pglite';

/** What of emscripten's NODEFS is used here: a file has a descriptor of Node, a folder has none. */
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
  /** @param synced told the path after each fsync, for tests */
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
      // PostgreSQL treats a failed fsync as the emergency it is.
      return EIO;
    }
    this.synced(path);
    return 0;
  }
}

/** Brings a file or the entries of a folder to the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** How PostgreSQL starts: as PGlite would, but with fsync. */
export const startParameters = (durable: boolean): string[] =>
  durable
    ? [...PGlite.defaultStartParams.filter((p) => p !== '-F'), '-c', 'wal_sync_method=fsync']
    : [...PGlite.defaultStartParams];
