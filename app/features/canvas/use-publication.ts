import { useQuery } from '~/replica/hooks';
import type { Canvas } from '../../../sync/model/kinds/canvases';

/**
 * State of the public page of a canvas. Only the server opens and closes it: `opens` and `closes` are requests that
 * this device has not sent yet.
 */
export type Publication = 'closed' | 'opens' | 'open' | 'closes';

export function usePublication(canvas: Pick<Canvas, 'id' | 'isPublic'> | null): Publication {
  const sent = useQuery(canvas && { kind: 'sentVersion', collection: 'canvases', id: canvas.id });
  const isWanted = canvas?.isPublic ?? false;
  const isOpen = sent === undefined ? isWanted : (sent?.isPublic ?? false);
  return isWanted ? (isOpen ? 'open' : 'opens') : isOpen ? 'closes' : 'closed';
}
