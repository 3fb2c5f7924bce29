/** A database that does not open, or whose files are damaged: what the operator is told. */
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

/** A copy does not open, of a backup or of the database to recover: its folder is gone when this is read, and only another backup helps. */
export class CopyUnusableError extends OperatorError {
  override readonly name = 'CopyUnusableError';

  /** @param what as a sentence begins with it */
  constructor(what: string, cause: DatabaseUnusableError) {
    super(
      `${what} cannot be opened: ${cause.reason}. Nothing was changed. Restore another backup with "npm run restore" (it lists them).`,
      { cause },
    );
  }

  /** Waits for what opens a copy, and names in its error what the copy is of. */
  static async instead<T>(what: string, opening: Promise<T>): Promise<T> {
    return opening.catch((error: unknown) => {
      throw error instanceof DatabaseUnusableError ? new CopyUnusableError(what, error) : error;
    });
  }
}

/** There is no database, and there was one. */
export class DatabaseMissingError extends OperatorError {
  override readonly name = 'DatabaseMissingError';

  /** @param found an earlier database or a backup of it */
  constructor(folder: string, found: string) {
    super(
      `There is no database in "${folder}", but an earlier one in "${found}". Restore a backup with "npm run restore" (it lists them), or move that folder away to start with an empty database.`,
    );
  }
}
