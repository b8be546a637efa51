import { oklch } from '../colour.ts';
import { addGlow } from '../glow.ts';
import { addLine, darkness, type Light, paintPixels } from '../light.ts';
import { type Picture, PORTRAIT } from '../picture.ts';
import { FIGURE_OF_EIGHT, followBodies } from '../threeBodies.ts';

const GROUND = oklch(0.2, 0.06, 330);
const BODIES = [oklch(0.76, 0.17, 25), oklch(0.88, 0.15, 92), oklch(0.82, 0.11, 190)] as const;
const MOMENTS = 1200;

/** The figure of eight, each body with the third of the way that lies behind it. */
function moore(): Light {
  const light = darkness(PORTRAIT);
  paintPixels(light, (x, y, out, at) => {
    const fall = 1.15 - 0.7 * (((x - 400) / 400) ** 2 + ((y - 400) / 400) ** 2) * 0.5;
    for (let c = 0; c < 3; c++) out[at + c] = GROUND[c]! * fall;
  });
  const way = followBodies(FIGURE_OF_EIGHT, MOMENTS);
  const [cos, sin] = [Math.cos(-0.4), Math.sin(-0.4)];
  const place = (moment: number, body: number) => {
    const at = (((moment % (MOMENTS - 1)) + MOMENTS - 1) % (MOMENTS - 1)) * 6 + body * 2;
    const [x, y] = [way[at]! * 310, -way[at + 1]! * 310];
    return [400 + x * cos - y * sin, 400 + x * sin + y * cos] as const;
  };
  const now = 260;
  BODIES.forEach((colour, body) => {
    for (let back = 0; back < MOMENTS / 3; back++) {
      const fresh = (1 - (back * 3) / MOMENTS) ** 1.6;
      const width = 1 + 13 * fresh;
      const strands = Math.ceil(width * 1.5);
      const [from, to] = [place(now - back - 1, body), place(now - back, body)];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      for (let s = 0; s < strands; s++) {
        const off = (((s + 0.5) / strands - 0.5) * width) / length;
        const [ox, oy] = [-(to[1] - from[1]) * off, (to[0] - from[0]) * off];
        const line = [from[0] + ox, from[1] + oy, to[0] + ox, to[1] + oy] as const;
        addLine(light, line, colour, (0.12 + 0.75 * fresh) / 1.5);
      }
    }
    const [bx, by] = place(now, body);
    for (let y = Math.floor(by - 20); y < by + 20; y++)
      for (let x = Math.floor(bx - 20); x < bx + 20; x++) {
        const inside = Math.min(1, Math.max(0, 17 - Math.hypot(x + 0.5 - bx, y + 0.5 - by)));
        for (let c = 0; c < 3; c++) {
          const at = (y * light.width + x) * 3 + c;
          light.data[at] = light.data[at]! * (1 - inside) + (colour[c]! * 0.4 + 0.6) * inside;
        }
      }
  });
  addGlow(light, 26, 0.4);
  return light;
}

/** Portraits of those who set bodies dancing. */
export const pictures: readonly Picture[] = [{ name: 'moore', draw: moore }];
