/**
 * Detects that an open database is deleted: by `deleteDatabase` (versionchange without a version), or by the browser,
 * which clears site data or finds the files broken (close). Dexie would recreate the database with its next use, and an
 * empty database would be taken for the real one. Therefore it stays closed, and every use of it fails.
 */
import type Dexie from 'dexie';

/**
 * `deleted` is called at most once, synchronously with the end of the connection. An upgrade by a newer version of the
 * app does not count.
 */
export function watchDeletion(database: Dexie, deleted: () => void): void {
  let reported = false;
  const end = (): void => {
    database.close({ disableAutoOpen: true });
    if (reported) return;
    reported = true;
    deleted();
  };
  database.on(
    'ready',
    (opened) => {
      const connection = (opened as Dexie).backendDB();
      // Replaces Dexie's own handlers, which would reopen the database.
      const upgraded = connection.onversionchange;
      connection.onclose = end;
      connection.onversionchange = (event) => {
        if (event.newVersion) upgraded?.call(connection, event);
        else end();
      };
    },
    true,
  );
}
