/**
 * How a feature updates the space and access of its documents when the project or departments change from which they
 * inherit access. server/core/placements.ts lists the features that have such documents.
 */
import { parseSpace, type SpaceKind } from '../../sync/model/ids';
import type { SyncTransaction } from '../sync/store';
import { loadDirectory, type Directory } from './projects/directory';

/** A change of departments or of their members. */
export interface DepartmentChange {
  /** after the change */
  directory: Directory;
  /** projects whose access was updated; `ofProject` has already placed the documents that inherit from them */
  projectIds: ReadonlySet<string>;
  /** Whether sharing with these departments includes people of the changed ones. */
  concerns(departmentIds: readonly string[]): boolean;
}

/** Each is called in the transaction of the change. */
export interface Placement {
  /** The access of a project has changed: its documents with a space of their own inherit from it. */
  ofProject?(tx: SyncTransaction, projectId: string, directory?: Directory): Promise<void>;
  /** A project was restored: its documents may be in the space of an heir, and return to their own. */
  ofRestoredProject?(tx: SyncTransaction, projectId: string): Promise<void>;
  /** A project is deleted: takes documents out of it that are not deleted with it. Returns their ids. */
  ofDeletedProject?(tx: SyncTransaction, projectId: string): Promise<string[]>;
  /** Departments that documents of the feature may be shared with have changed. */
  ofDepartments?(tx: SyncTransaction, change: DepartmentChange): Promise<void>;
}

/**
 * The placement of documents that are in the space of their project, of a person, or in one of their own.
 * @param list the documents of a project
 * @param own kind of the space of one document
 */
export function itemPlacement<D extends { space: string }>(
  list: (tx: SyncTransaction, projectId: string) => Promise<D[]>,
  own: SpaceKind,
  spaceOf: (document: D) => string,
  place: (tx: SyncTransaction, document: D, directory?: Directory) => Promise<unknown>,
): Required<Pick<Placement, 'ofProject' | 'ofRestoredProject'>> {
  return {
    async ofProject(tx, projectId, given) {
      const inheriting = (await list(tx, projectId)).filter(({ space }) => parseSpace(space).kind === own);
      if (inheriting.length === 0) return;
      const directory = given ?? (await loadDirectory(tx));
      for (const document of inheriting) await place(tx, document, directory);
    },
    async ofRestoredProject(tx, projectId) {
      for (const document of await list(tx, projectId))
        if (document.space !== spaceOf(document)) await place(tx, document);
    },
  };
}
