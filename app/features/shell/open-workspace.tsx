import { useEffect } from 'react';
import { reportUnsynced } from './report-unsynced';
import { useOfferedAddress } from '~/features/share/offer-pasted';

/** Effects that last while a workspace is open, on every screen. Renders nothing. */
export default function OpenWorkspace() {
  // other devices of this person see the number of unsynced changes here
  useEffect(() => reportUnsynced(), []);
  useOfferedAddress();
  return null;
}
