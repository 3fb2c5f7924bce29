/** Departments as a flat list with their ancestors: `Makers / Glass`. */
import type { DepartmentNode } from '../../../server/organization/departments/contract';

export interface DepartmentChoice {
  id: string;
  /** with its ancestors */
  name: string;
}

export function choicesOf(nodes: readonly DepartmentNode[], above = ''): DepartmentChoice[] {
  return nodes.flatMap((node) => {
    const name = above ? `${above} / ${node.name}` : node.name;
    return [{ id: node.id, name }, ...choicesOf(node.children, name)];
  });
}

/** A department of the tree, null if missing. */
export function findNode(nodes: readonly DepartmentNode[], id: string): DepartmentNode | null {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return null;
}

/** The ids of a department and its descendants: it cannot move into any of them. */
export const idsWithin = (node: DepartmentNode): string[] => [node.id, ...node.children.flatMap(idsWithin)];
