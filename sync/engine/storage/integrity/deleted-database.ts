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
  const transactions = openTransactions(database);
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
      connection.onclose = () => {
        end();
        abortAll(transactions);
      };
      connection.onversionchange = (event) => {
        if (event.newVersion) upgraded?.call(connection, event);
        else end();
      };
    },
    true,
  );
}

/** The transactions of a database that have not ended. */
function openTransactions(database: Dexie): ReadonlySet<IDBTransaction> {
  const open = new Set<IDBTransaction>();
  database.use({
    stack: 'dbcore',
    name: 'open transactions',
    create: (core) => ({
      ...core,
      transaction: (...parameters) => {
        const transaction = core.transaction(...parameters) as IDBTransaction;
        const ended = (): void => void open.delete(transaction);
        open.add(transaction);
        transaction.addEventListener('complete', ended);
        transaction.addEventListener('abort', ended);
        return transaction;
      },
    }),
  });
  return open;
}

/**
 * Rejects Dexie's transactions. Chromium sends no event to a transaction that is open when it closes the connection;
 * only requests without an answer fail. A transaction without requests, or with answered ones, would never end, nor
 * would what waits for it.
 */
function abortAll(transactions: ReadonlySet<IDBTransaction>): void {
  for (const transaction of transactions) transaction.onabort?.(new Event('abort'));
}
