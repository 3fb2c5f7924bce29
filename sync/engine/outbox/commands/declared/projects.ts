/** Projects. */

export interface ProjectCommands {
  'project.create': { input: { title: string; description?: string; id?: string }; output: { id: string } };
  'project.update': {
    input: { id: string; title?: string; description?: string; instructions?: string; webSearchEnabled?: boolean };
    output: null;
  };
  'project.share': {
    input: {
      id: string;
      shareRange: 'private' | 'team' | 'company' | 'customize';
      userIds: string[];
      departmentIds: string[];
    };
    output: null;
  };
  'project.contributors': { input: { id: string; userIds: string[]; departmentIds: string[] }; output: null };
  'project.archive': { input: { id: string; isArchived: boolean }; output: null };
  /** queued as a call: transfers the project to another member, who is notified */
  'project.transfer': { input: { id: string; userId: string }; output: null };
  'project.delete': { input: { id: string }; output: null };
}
