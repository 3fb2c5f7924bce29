import { useEffect } from 'react';
import { tellWaiting } from '~/features/settings/tell-waiting';
import { useOfferedAddress } from '~/features/share/offer-pasted';

/** What goes on while a workspace is open, whichever screen is shown. Renders nothing. */
export default function OpenWorkspace() {
  // other devices of this person see the number of unsynced changes here
  useEffect(() => tellWaiting(), []);
  useOfferedAddress();
  return null;
}
