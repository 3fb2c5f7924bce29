/** Errors of a database that is damaged or does not open, as the operator reads them. */
import { OperatorError } from '../operator-error';

export class DatabaseUnusableError extends OperatorError {
  override readonly name = 'DatabaseUnusableError';

  /** @param reason in the words of PostgreSQL or of the file system */
  constructor(
    readonly folder: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `The embedded database in "${folder}" cannot be opened: ${reason}. Nothing in it was removed. ` +
        'Restore a backup with "npm run restore" (it lists them), or save what can still be read with "npm run restore -- --recover".',
      options,
    );
  }
}

/**
 * The copy of a backup, or of the database to recover, does not open. Its folder is deleted before the message is read;
 * only another backup helps.
 */
export class CopyUnusableError extends OperatorError {
  override readonly name = 'CopyUnusableError';

  /** @param what subject of the message's sentence */
  constructor(what: string, cause: DatabaseUnusableError) {
    super(
      `${what} cannot be opened: ${cause.reason}. Nothing was changed. Restore another backup with "npm run restore" (it lists them).`,
      { cause },
    );
  }

  /** Awaits the opening of a copy and names the copied thing in its error. */
  static async rethrow<T>(what: string, opening: Promise<T>): Promise<T> {
    return opening.catch((error: unknown) => {
      throw error instanceof DatabaseUnusableError ? new CopyUnusableError(what, error) : error;
    });
  }
}

/** The database is missing, but an earlier one existed. */
export class DatabaseMissingError extends OperatorError {
  override readonly name = 'DatabaseMissingError';

  /** @param found an earlier database or a backup of it */
  constructor(folder: string, found: string) {
    super(
      `There is no database in "${folder}", but an earlier one in "${found}". ` +
        `Restore a backup with "npm run restore" (it lists them), or move that folder away to start with an empty database.`,
    );
  }
}
