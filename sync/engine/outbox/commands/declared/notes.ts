/** Notes. */

export interface NoteCommands {
  /** creates the row and an empty text; an empty `title` becomes "Untitled" in the row */
  'note.create': { input: { projectId: string; title: string; id?: string }; output: { id: string } };
  'note.rename': { input: { id: string; title: string }; output: null };
  'note.move': { input: { id: string; projectId: string }; output: null };
  /** `shareRange`: readers besides `userIds`; the fields of the link apply to `public` */
  'note.share': {
    input: {
      id: string;
      shareRange: 'private' | 'team' | 'project' | 'public';
      userIds: string[];
      /** milliseconds since the epoch; 0: never */
      linkExpiresAt: number;
      linkIndexed: boolean;
    };
    output: null;
  };
  'note.delete': { input: { id: string }; output: null };
}
