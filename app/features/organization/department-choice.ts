/** Departments as a list to choose from, each with those above it: `Makers / Glass`. */
import type { DepartmentNode } from '../../../server/organization/departments/contract';

export interface DepartmentChoice {
  id: string;
  /** with those above it */
  name: string;
}

export function choicesOf(nodes: readonly DepartmentNode[], above = ''): DepartmentChoice[] {
  return nodes.flatMap((node) => {
    const name = above ? `${above} / ${node.name}` : node.name;
    return [{ id: node.id, name }, ...choicesOf(node.children, name)];
  });
}

/** A department of the tree, null where it is not there. */
export function findNode(nodes: readonly DepartmentNode[], id: string): DepartmentNode | null {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return null;
}

/** The ids of a department and of everything below it: it cannot move into any of them. */
export const idsWithin = (node: DepartmentNode): string[] => [node.id, ...node.children.flatMap(idsWithin)];
