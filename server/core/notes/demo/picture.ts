/** Draws the picture of the demo's notes: the floor plan of a shop with its light levels, without text. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export interface DemoPicture {
  bytes: Buffer;
  sha256: string;
  type: 'image/png';
  /** pixels */
  width: number;
  height: number;
}

/** Reference to the picture in the Markdown of the demo's notes. */
export const DEMO_PICTURE = 'image:floor-plan';

const WIDTH = 960;
const HEIGHT = 540;
const WALL = 6;
type Colour = readonly [number, number, number];
type Box = readonly [x: number, y: number, width: number, height: number];

const PAPER: Colour = [252, 251, 249];
const INK: Colour = [51, 54, 61];
const SHELF: Colour = [92, 97, 108];
const LAMP: Colour = [255, 255, 255];
/** from dark to bright */
const LEVELS: readonly Colour[] = [
  [39, 56, 96],
  [74, 93, 142],
  [148, 138, 140],
  [226, 172, 84],
  [255, 226, 150],
];
const OUTSIDE: Box = [60, 50, 840, 440];
/** inner walls */
const WALLS: readonly Box[] = [
  [600, 50, WALL, 170],
  [600, 280, WALL, 210],
  [600, 280, 180, WALL],
  [840, 280, 60, WALL],
];
const DOORS: readonly Box[] = [[60, 380, WALL, 80]];
const SHELVES: readonly Box[] = [
  [120, 120, 22, 220],
  [220, 120, 22, 220],
  [320, 120, 22, 220],
  [420, 120, 22, 220],
  [690, 380, 150, 40],
];
const LAMPS: readonly (readonly [x: number, y: number, power: number])[] = [
  [180, 90, 70],
  [380, 90, 75],
  [280, 420, 95],
  [520, 400, 85],
  [540, 160, 80],
  [760, 150, 105],
  [760, 450, 75],
];

const inside = ([x, y, width, height]: Box, px: number, py: number): boolean =>
  px >= x && px < x + width && py >= y && py < y + height;
const onEdge = ([x, y, width, height]: Box, px: number, py: number): boolean =>
  inside([x, y, width, height], px, py) && !inside([x + WALL, y + WALL, width - 2 * WALL, height - 2 * WALL], px, py);

function levelAt(px: number, py: number): Colour {
  const light = LAMPS.reduce((sum, [x, y, power]) => {
    // the inner wall blocks the light
    if (px > 600 !== x > 600) return sum;
    return sum + Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (2 * power * power));
  }, 0.08);
  // ten steps, as in printed plans
  const at = (Math.floor(Math.min(0.999, light) * 10) / 9) * (LEVELS.length - 1);
  const low = Math.min(LEVELS.length - 2, Math.floor(at));
  const mix = (i: 0 | 1 | 2): number =>
    Math.round(LEVELS[low]![i] + (LEVELS[low + 1]![i] - LEVELS[low]![i]) * Math.min(1, at - low));
  return [mix(0), mix(1), mix(2)];
}

function colourAt(px: number, py: number): Colour {
  if (!inside(OUTSIDE, px, py) || DOORS.some((door) => inside(door, px, py))) return PAPER;
  if (onEdge(OUTSIDE, px, py) || WALLS.some((wall) => inside(wall, px, py))) return INK;
  if (SHELVES.some((shelf) => inside(shelf, px, py))) return SHELF;
  if (LAMPS.some(([x, y]) => (px - x) ** 2 + (py - y) ** 2 < 64)) return LAMP;
  return levelAt(px, py);
}

/** A chunk of PNG (third edition), 5.3. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

export function drawDemoPicture(): DemoPicture {
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1));
  let at = 0;
  for (let y = 0; y < HEIGHT; y += 1) {
    // no filter
    rows[at++] = 0;
    for (let x = 0; x < WIDTH; x += 1) for (const part of colourAt(x, y)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits, red green blue
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    type: 'image/png',
    width: WIDTH,
    height: HEIGHT,
  };
}
