/** Whose devices a person may see and sign out: their own. */
export const ownsSession = (session: { user_id: string }, actor: { userId: string }): boolean => session.user_id === actor.userId;
