import { describe, expect, test } from '@jest/globals';
import { curlFlow } from './curlFlow.ts';
import { gliderGun, lifeField } from './lifeField.ts';
import { findTiles, tileAt } from './penroseTiles.ts';
import { perlinNoise } from './perlinNoise.ts';
import { nextRow, weaveRows } from './wovenRules.ts';

describe('cells', () => {
  test('a gun looks after thirty generations as it did before, and has sent off one glider of five cells', () => {
    const field = lifeField(
      { width: 120, height: 90 },
      gliderGun().map(([x, y]) => [x + 4, y + 4]),
    );
    const gun = () => {
      const cells: number[] = [];
      for (let y = 4; y < 13; y++) cells.push(...field.alive.subarray(y * 120 + 4, y * 120 + 40));
      return cells;
    };
    const count = () => field.alive.reduce((sum, cell) => sum + cell, 0);
    for (let k = 0; k < 60; k++) field.step();
    const [before, cells] = [gun(), count()];
    for (let k = 0; k < 30; k++) field.step();
    expect(gun()).toEqual(before);
    expect(count()).toBe(cells + 5);
  });

  test('rule 30 begins as in its discoverer’s drawing', () => {
    const rows = weaveRows(11, [{ rule: 30, rows: 5, seeds: [5] }]).map((row) => row.join(''));
    expect(rows).toEqual(['00000100000', '00001110000', '00011001000', '00110111100', '01100100010']);
  });

  test('rule 90 tells whether the two neighbours differ', () => {
    const row = Uint8Array.of(0, 1, 1, 0, 1, 0, 0, 1);
    const next = nextRow(row, 90);
    for (let i = 0; i < 8; i++) expect(next[i]).toBe(row[(i + 7) % 8]! ^ row[(i + 1) % 8]!);
  });
});

describe('flows', () => {
  test('noise is nought at the corners of its lattice and nowhere jumps', () => {
    const noise = perlinNoise(5);
    expect(Math.abs(noise(3, 4, 5))).toBe(0);
    expect(Math.abs(noise(2.999999, 0.4, 0.3) - noise(3.000001, 0.4, 0.3))).toBeLessThan(1e-4);
    expect(Math.abs(noise(2.5, 0.4, 0.3))).toBeGreaterThan(0.01);
  });

  test('a curl flows into each part of the basin as much as out of it', () => {
    const flow = curlFlow(12)(0.5);
    const out = new Float64Array(2);
    const across = (x: number, y: number, c: 0 | 1) => {
      flow(x, y, out);
      return out[c]!;
    };
    let [net, total] = [0, 0];
    const [left, top, side, parts] = [0.5, 0.3, 0.4, 2000];
    for (let k = 0; k < parts; k++) {
      const s = ((k + 0.5) / parts) * side;
      const flows = [
        across(left + side, top + s, 0),
        -across(left, top + s, 0),
        across(left + s, top + side, 1),
        -across(left + s, top, 1),
      ];
      for (const part of flows) {
        net += part / parts;
        total += Math.abs(part) / parts;
      }
    }
    expect(total).toBeGreaterThan(0.1);
    expect(Math.abs(net)).toBeLessThan(total * 0.005);
  });
});

describe('figures of the plane and the sky', () => {
  test('Penrose’s thick rhombs cover 1.618² times what thin ones cover', () => {
    const [coarse, fine] = [tileAt(), tileAt()];
    let [thick, thin] = [0, 0];
    for (let y = -0.6; y < 0.6; y += 0.004)
      for (let x = -0.6; x < 0.6; x += 0.004) {
        findTiles(x, y, 8, coarse, fine);
        if (fine.thick) thick += 1;
        else thin += 1;
      }
    // There are φ thick ones for each thin one, and each is φ times as large.
    expect(thick / thin).toBeCloseTo(((1 + Math.sqrt(5)) / 2) ** 2, 1);
  });

  test('the two halves of a rhomb are of one kind and lie one way', () => {
    const [coarse, fine] = [tileAt(), tileAt()];
    const turns = new Set<number>();
    for (let k = 0; k < 4000; k++) {
      findTiles(0.5 * Math.cos(k), 0.5 * Math.sin(k), 5, coarse, fine);
      turns.add(Math.round(coarse.turn * 5) % 5);
      expect(Math.abs(coarse.turn * 5 - Math.round(coarse.turn * 5))).toBeLessThan(1e-6);
    }
    expect(turns.size).toBe(5);
  });
});
