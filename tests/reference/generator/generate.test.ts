import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Json, readModel, shapeViolations } from '../../support/documentShape.ts';
import { generateAssets, generateDocuments } from './generate.ts';

const ROOT = join(import.meta.dirname, '../../..');
const model = readModel(join(ROOT, 'schema/model'));
const documents = [...generateDocuments(2000)];
const ofType = (type: string) => documents.filter(({ _type }) => _type === type);

describe('generated documents', () => {
  test.each([10, 37, 2000])('match the requested number, the model and their references (%i)', (count) => {
    const generated = [...generateDocuments(count)];
    expect(generated).toHaveLength(count);
    expect(shapeViolations(generated, model)).toEqual([]);
  });

  test('are equal for equal seeds, and differ for other seeds', () => {
    expect([...generateDocuments(200, { seed: 7 })]).toEqual([...generateDocuments(200, { seed: 7 })]);
    const [some, others] = [7, 8].map((seed) =>
      [...generateDocuments(200, { seed })].map(({ title }) => title),
    );
    expect(some!.filter((title, i) => title && title === others![i]).length).toBeLessThan(20);
  });

  test('have fixed shares of each type', () => {
    const counts = ['film', 'person', 'article', 'topic', 'collection'].map((type) => ofType(type).length);
    expect(counts).toEqual([800, 600, 400, 100, 100]);
  });

  test('have distinct titles and names', () => {
    for (const [type, key] of [
      ['film', 'title'],
      ['person', 'name'],
      ['article', 'title'],
    ] as const) {
      const distinct = new Set(ofType(type).map((document) => document[key]));
      expect(distinct.size).toBeGreaterThan(ofType(type).length * 0.95);
    }
  });

  test('have popular topics and people that many films share', () => {
    const films = ofType('film');
    for (const topic of ['topic-chaos', 'topic-waves']) {
      const share =
        films.filter(({ topics }) => (topics as Json[]).some(({ _ref }) => _ref === topic)).length /
        films.length;
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.25);
    }
    for (const { credits, topics } of films) {
      expect([1, 2, 3, 4]).toContain((credits as Json[]).length);
      expect([1, 2, 3]).toContain((topics as Json[]).length);
    }
    const credited = films.flatMap(({ credits }) =>
      (credits as { person: { _ref: string } }[]).map(({ person }) => person._ref),
    );
    const most = Math.max(
      ...Object.values(Object.groupBy(credited, (id) => id)).map((group) => group!.length),
    );
    expect(most).toBeGreaterThan(10);
  });

  test('omit optional attributes in some documents of each type', () => {
    for (const [type, key] of [
      ['film', 'tagline'],
      ['film', 'year'],
      ['person', 'born'],
      ['article', 'excerpt'],
      ['topic', 'description'],
      ['collection', 'description'],
    ] as const) {
      const missingShare = ofType(type).filter((document) => !(key in document)).length / ofType(type).length;
      expect([type, key, missingShare > 0 && missingShare < 0.3]).toEqual([type, key, true]);
    }
  });

  test.each([9, 10.5, Number.NaN])('reject an invalid number (%d)', (count) => {
    expect(() => generateDocuments(count)).toThrow(/expected an integer of at least 10/);
  });
});

describe('generated assets', () => {
  const assets = [...generateAssets(documents)];

  test('exist once for each film, with distinct playback ids', () => {
    expect(assets.map(({ id }) => id)).toEqual(ofType('film').map(({ video }) => video));
    const playbackIds = new Set(assets.map(({ playback_ids }) => (playback_ids as Json[])[0]!.id));
    expect(playbackIds.size).toBe(assets.length);
  });

  test('are longer than the start of the last chapter', () => {
    for (const [i, { chapters }] of ofType('film').entries())
      expect((chapters as { start: number }[]).at(-1)!.start).toBeLessThan(assets[i]!.duration as number);
  });
});

test('generate command: writes a seed folder for the emulators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  try {
    const command = [
      join(ROOT, 'tests/reference/generator/generate.ts'),
      '--count',
      '50',
      '--out',
      folder,
      '--seed',
      '3',
    ];
    expect(execFileSync(process.execPath, command, { encoding: 'utf8' })).toContain(`SEED_DIR=${folder}`);
    const lines = readFileSync(join(folder, 'content.ndjson'), 'utf8').trimEnd().split('\n');
    const expected = [...generateDocuments(50, { seed: 3 })];
    expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
    const written = JSON.parse(readFileSync(join(folder, 'mux-assets.json'), 'utf8'));
    expect(written).toEqual({ assets: [...generateAssets(expected)] });
    expect(existsSync(join(folder, 'media'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
