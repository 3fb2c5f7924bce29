/** Binds the calls of canvases. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { canvasCalls as calls } from './contract';
import { createCanvases } from './service';

export function canvasRoutes(core: CoreServices): BoundCall[] {
  const canvases = createCanvases(core);
  return [
    bind(calls.html, ({ actor, input }) => canvases.html(actor, input.id)),
    bind(calls.revise, ({ actor, input, request }) => canvases.revise(actor, input, request.signal)),
  ];
}
