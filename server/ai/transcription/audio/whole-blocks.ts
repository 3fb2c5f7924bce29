/**
 * Makes a WebM file that was truncated within a cluster readable, by ending it after the last complete block: the demuxer
 * reads clusters as a whole, and a recorder may write a single one.
 *
 *   EBML header │ Segment ─ … ─ Cluster ─ block │ block │ bl⌁          (RFC 8794, RFC 9559)
 *                                  └ size: rewritten    └ end of the file
 */
import type { ByteSource } from './bytes';

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
/** most bytes of an element's identifier and size */
const HEADER_BYTES = 12;
/** bytes per read, which contain several small clusters */
const WINDOW_BYTES = 64 * 1024;

interface Element {
  id: number;
  /** position and length of its size field */
  sizeAt: number;
  sizeBytes: number;
  dataAt: number;
  /** Infinity if the size is unknown */
  end: number;
}

/** Length of a variable-size integer by its first byte; 9 if invalid. */
const lengthOf = (first: number): number => Math.clz32(first) - 23;

function parse(bytes: Uint8Array, at: number): Element | null {
  const idBytes = lengthOf(bytes[0] ?? 0);
  const sizeBytes = lengthOf(bytes[idBytes] ?? 0);
  if (idBytes > 4 || sizeBytes > 8 || bytes.length < idBytes + sizeBytes) return null;
  const number = (from: number, count: number, first: number): number =>
    bytes.subarray(from + 1, from + count).reduce((value, byte) => value * 256 + byte, first);
  const id = number(0, idBytes, bytes[0]!);
  const mask = 0xff >> sizeBytes;
  const size = number(idBytes, sizeBytes, bytes[idBytes]! & mask);
  const sizeAt = at + idBytes;
  const dataAt = sizeAt + sizeBytes;
  const isUnknown = bytes.subarray(idBytes + 1, idBytes + sizeBytes).every((byte) => byte === 0xff);
  const end = isUnknown && (bytes[idBytes]! & mask) === mask ? Infinity : dataAt + size;
  return { id, sizeAt, sizeBytes, dataAt, end };
}

/** Returns a function that reads the element at a position; null at the end of the file, or for invalid bytes. */
function reader(source: ByteSource): (at: number) => Promise<Element | null> {
  let window: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array(0) };
  return async (at) => {
    const isCovered = at >= window.at && at + HEADER_BYTES <= window.at + window.bytes.length;
    if (!isCovered) window = { at, bytes: await source.read(at, Math.min(source.size, at + WINDOW_BYTES)) };
    return parse(window.bytes.subarray(at - window.at, at - window.at + HEADER_BYTES), at);
  };
}

/** The truncated cluster at the end of the file, if there is one. */
async function cutCluster(elementAt: ReturnType<typeof reader>, size: number): Promise<Element | null> {
  let at = 0;
  for (let element = await elementAt(at); element; element = await elementAt(at)) {
    // the demuxer can read a cluster of unknown size
    if (element.end === Infinity && element.id !== SEGMENT) return null;
    if (element.id === SEGMENT && element.end <= size) return null;
    if (element.id === CLUSTER && element.end > size) return element;
    at = element.id === SEGMENT ? element.dataAt : element.end;
    if (at >= size) return null;
  }
  return null;
}

/** Encodes a size as a variable-size integer with this number of bytes. */
function sizeField(value: number, bytes: number): Uint8Array {
  const field = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) field[at] = rest % 256;
  field[0]! |= 0x80 >> (bytes - 1);
  return field;
}

/** The source itself, or a source that ends after the last complete block of a truncated cluster. */
export async function wholeBlocks(source: ByteSource): Promise<ByteSource> {
  const elementAt = reader(source);
  const cluster = await cutCluster(elementAt, source.size);
  if (!cluster) return source;
  let end = cluster.dataAt;
  for (let child = await elementAt(end); child && child.end <= source.size; child = await elementAt(end))
    end = child.end;
  if (end === cluster.dataAt) return source;
  const field = sizeField(end - cluster.dataAt, cluster.sizeBytes);
  return {
    size: end,
    async read(from, to) {
      const bytes = await source.read(from, Math.min(to, end));
      const first = Math.max(from, cluster.sizeAt);
      const last = Math.min(from + bytes.length, cluster.dataAt);
      if (first >= last) return bytes;
      const patched = Uint8Array.from(bytes);
      patched.set(field.subarray(first - cluster.sizeAt, last - cluster.sizeAt), first - from);
      return patched;
    },
  };
}
