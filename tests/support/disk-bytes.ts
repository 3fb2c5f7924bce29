/** The complete content of a simulated disk as bytes, and a search for words in all encodings that browsers use. */
import { serialize } from 'node:v8';

async function rowsOf(disk: IDBFactory, name: string): Promise<unknown[]> {
  const ended = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
  const database = await ended(disk.open(name));
  try {
    const rows: unknown[] = [];
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      rows.push([await ended(objects.getAllKeys()), await ended(objects.getAll())]);
    }
    return rows;
  } finally {
    database.close();
  }
}

/** Names of databases in which one of the words can be read. */
export async function readableIn(
  disk: IDBFactory,
  words: (string | Uint8Array)[],
  which: (name: string) => boolean = () => true,
): Promise<string[]> {
  const forms = words.flatMap((word) =>
    typeof word === 'string' ? [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')] : [Buffer.from(word)],
  );
  const found: string[] = [];
  for (const { name = '' } of await disk.databases()) {
    // a key cannot be serialised
    if (!which(name) || name.includes('satchel-keys-')) continue;
    const bytes = serialize(await rowsOf(disk, name));
    if (forms.some((form) => bytes.includes(form))) found.push(name);
  }
  return found;
}
