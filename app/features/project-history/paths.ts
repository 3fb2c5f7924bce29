/** Address of a project's history. */
export const historyPath = (projectId: string): string => `/project/${encodeURIComponent(projectId)}/history`;
