import { describe, expect, test } from '@jest/globals';
import { curlNoise } from './curlNoise.ts';
import { automatonRows, nextRow } from './elementaryAutomaton.ts';
import { gameOfLife, gliderGun } from './gameOfLife.ts';
import { createTilePoint, findTiles } from './penroseTiles.ts';
import { perlinNoise } from './perlinNoise.ts';

describe('cellular automata', () => {
  test('glider gun: repeats after thirty generations and has emitted one glider of five cells', () => {
    const field = gameOfLife(
      { width: 120, height: 90 },
      gliderGun().map(([x, y]) => [x + 4, y + 4]),
    );
    const gun = () => {
      const cells: number[] = [];
      for (let y = 4; y < 13; y++) cells.push(...field.isAlive.subarray(y * 120 + 4, y * 120 + 40));
      return cells;
    };
    const count = () => field.isAlive.reduce((sum, cell) => sum + cell, 0);
    for (let k = 0; k < 60; k++) field.step();
    const [before, cells] = [gun(), count()];
    for (let k = 0; k < 30; k++) field.step();
    expect(gun()).toEqual(before);
    expect(count()).toBe(cells + 5);
  });

  test('rule 30: starts with the published rows', () => {
    const rows = automatonRows(11, [{ rule: 30, rows: 5, seeds: [5] }]).map((row) => row.join(''));
    expect(rows).toEqual(['00000100000', '00001110000', '00011001000', '00110111100', '01100100010']);
  });

  test('rule 90: is the exclusive or of the two neighbours', () => {
    const row = Uint8Array.of(0, 1, 1, 0, 1, 0, 0, 1);
    const next = nextRow(row, 90);
    for (let i = 0; i < 8; i++) expect(next[i]).toBe(row[(i + 7) % 8]! ^ row[(i + 1) % 8]!);
  });
});

describe('noise and flow', () => {
  test('Perlin noise: is 0 at lattice points and continuous', () => {
    const noise = perlinNoise(5);
    expect(Math.abs(noise(3, 4, 5))).toBe(0);
    expect(Math.abs(noise(2.999999, 0.4, 0.3) - noise(3.000001, 0.4, 0.3))).toBeLessThan(1e-4);
    expect(Math.abs(noise(2.5, 0.4, 0.3))).toBeGreaterThan(0.01);
  });

  test('curl noise: has no net flow through a closed boundary', () => {
    const flow = curlNoise(12)(0.5);
    const out = new Float64Array(2);
    const component = (x: number, y: number, c: 0 | 1) => {
      flow(x, y, out);
      return out[c]!;
    };
    let [net, total] = [0, 0];
    const [left, top, side, samples] = [0.5, 0.3, 0.4, 2000];
    for (let k = 0; k < samples; k++) {
      const s = ((k + 0.5) / samples) * side;
      const fluxes = [
        component(left + side, top + s, 0),
        -component(left, top + s, 0),
        component(left + s, top + side, 1),
        -component(left + s, top, 1),
      ];
      for (const flux of fluxes) {
        net += flux / samples;
        total += Math.abs(flux) / samples;
      }
    }
    expect(total).toBeGreaterThan(0.1);
    expect(Math.abs(net)).toBeLessThan(total * 0.005);
  });
});

describe('Penrose tiling', () => {
  test('thick rhombs cover φ² times the area of thin rhombs', () => {
    const [coarse, fine] = [createTilePoint(), createTilePoint()];
    let [thick, thin] = [0, 0];
    for (let y = -0.6; y < 0.6; y += 0.004)
      for (let x = -0.6; x < 0.6; x += 0.004) {
        findTiles(x, y, 8, coarse, fine);
        if (fine.isThick) thick += 1;
        else thin += 1;
      }
    // There are φ thick rhombs per thin one, each with φ times the area.
    expect(thick / thin).toBeCloseTo(((1 + Math.sqrt(5)) / 2) ** 2, 1);
  });

  test('rhombs have five orientations', () => {
    const [coarse, fine] = [createTilePoint(), createTilePoint()];
    const orientations = new Set<number>();
    for (let k = 0; k < 4000; k++) {
      findTiles(0.5 * Math.cos(k), 0.5 * Math.sin(k), 5, coarse, fine);
      orientations.add(Math.round(coarse.orientation * 5) % 5);
      expect(Math.abs(coarse.orientation * 5 - Math.round(coarse.orientation * 5))).toBeLessThan(1e-6);
    }
    expect(orientations.size).toBe(5);
  });
});
