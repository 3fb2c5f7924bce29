/** Content of a browser profile on disk, byte by byte. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Words as a browser stores them (UTF-8 and UTF-16), and raw bytes. */
const formsOf = (marker: string | Uint8Array): Buffer[] =>
  typeof marker === 'string' ? [Buffer.from(marker, 'utf8'), Buffer.from(marker, 'utf16le')] : [Buffer.from(marker)];

/** Undefined if the file or folder is missing: a running browser removes some between listing and reading. */
function ifPresent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function filesIn(folder: string): string[] {
  const entries = ifPresent(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

/** Files of a profile that contain one of the markers, with the markers' names. Call it while the browser is closed. */
export function holding(profile: string, markers: Record<string, string | Uint8Array>): string[] {
  const wanted = Object.entries(markers).map(([name, marker]) => ({ name, forms: formsOf(marker) }));
  return filesIn(profile).flatMap((path) => {
    const bytes = ifPresent(() => readFileSync(path));
    if (!bytes) return [];
    return wanted
      .filter(({ forms }) => forms.some((form) => bytes.includes(form)))
      .map(({ name }) => `${relative(profile, path)}: ${name}`);
  });
}

/** Total bytes, to check that there is content to search. */
export const sizeOf = (profile: string): number =>
  filesIn(profile).reduce((sum, path) => sum + (ifPresent(() => statSync(path))?.size ?? 0), 0);

/**
 * Raw bytes of 256-bit keys in the profile: a CryptoKey for AES as Chromium serialises it for IndexedDB (tag `K`, kind
 * 1 = AES, id 4 = GCM, 32 bytes, usages, length, key).
 */
export function keysIn(profile: string): Buffer[] {
  const found: Buffer[] = [];
  for (const path of filesIn(profile)) {
    const bytes = ifPresent(() => readFileSync(path));
    if (!bytes) continue;
    for (let at = bytes.indexOf('\\K\u0001', 0, 'latin1'); at >= 0; at = bytes.indexOf('\\K\u0001', at + 1, 'latin1')) {
      // id, length in bytes, usages, length of what follows: one byte each
      const length = bytes[at + 6];
      if (bytes[at + 4] === 32 && length === 32) found.push(bytes.subarray(at + 7, at + 7 + 32));
    }
  }
  return found;
}
