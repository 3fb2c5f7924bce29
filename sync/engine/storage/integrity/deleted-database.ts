/**
 * Notices that a database is deleted under its open connection: by `deleteDatabase` (versionchange to no version), or by the browser,
 * which clears the data of a site or finds the files broken (close). Dexie would make the database anew with its next use, and what is
 * empty would pass for what was there: it stays closed instead, and every use of it fails.
 */
import type Dexie from 'dexie';

/** `deleted` is called once at most, in the turn in which the connection ended. An upgrade by a newer version of the app is none. */
export function watchDeletion(database: Dexie, deleted: () => void): void {
  let told = false;
  const end = (): void => {
    database.close({ disableAutoOpen: true });
    if (told) return;
    told = true;
    deleted();
  };
  database.on(
    'ready',
    (opened) => {
      const connection = (opened as Dexie).backendDB();
      // in the place of Dexie's own handlers, which close for a moment only
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
