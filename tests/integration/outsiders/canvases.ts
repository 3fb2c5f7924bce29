import { canvasCalls } from '../../../server/core/canvases/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [canvasCalls.html, (ann) => [{ id: ann.canvas }]],
  [canvasCalls.revise, (ann) => [{ canvasId: ann.canvas, instruction: 'Make it shorter', text: 'taken' }]],
];
