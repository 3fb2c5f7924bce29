import { Building, Lock, UserRoundCog, UsersRound } from 'lucide-react';

/** Marks of a project's share range. */
export const SHARE_ICONS = { private: Lock, team: UsersRound, company: Building, customize: UserRoundCog } as const;
