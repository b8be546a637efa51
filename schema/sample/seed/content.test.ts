import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import katex from 'katex';
import { type Json, readModel, references, shapeViolations } from '../../../tests/support/documentShape.ts';

const SEED = join(import.meta.dirname);
const model = readModel(join(SEED, '../../model'));
const documents: Json[] = readFileSync(join(SEED, 'content.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const assets: Json[] = JSON.parse(readFileSync(join(SEED, 'assets.json'), 'utf8')).assets;
const assetById = new Map(assets.map((asset) => [asset.id, asset]));
const byId = new Map(documents.map((document) => [document._id as string, document]));
const published = documents.filter(({ _id }) => !(_id as string).startsWith('drafts.'));
const ofType = (type: string) => published.filter(({ _type }) => _type === type);

/** Every object in a value that has this `_type`, with the document's id and the path. */
function* objects(type: string, value: unknown, path: string): Generator<{ path: string; object: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if ((value as Json)._type === type) yield { path, object: value as Json };
  for (const [key, part] of Object.entries(value)) yield* objects(type, part, `${path}.${key}`);
}
const all = (type: string) =>
  documents.flatMap((document) => [...objects(type, document, `${document._id}`)]);

/** The Mux asset a film's `video` names, in either of its shapes. */
function assetOf(film: Json): Json | undefined {
  const video = film.video as string | { asset: { _ref: string } };
  return assetById.get(typeof video === 'string' ? video : byId.get(video.asset._ref)?.assetId);
}

describe('every document', () => {
  test('fits the model, and its references lead where the model says', () => {
    expect(shapeViolations(documents, model)).toEqual([]);
  });

  test('says when and in which revision it was written, never after it was changed', () => {
    for (const { _id, _createdAt, _updatedAt, _rev } of documents) {
      expect([_id, _rev]).toEqual([_id, expect.stringMatching(/^\w{8,}$/)]);
      expect([_id, Date.parse(_updatedAt as string) >= Date.parse(_createdAt as string)]).toEqual([
        _id,
        true,
      ]);
    }
  });

  test('carries only the states it means to: references dangle in one place, and weakly', () => {
    const dangling = documents.flatMap((document) =>
      [...references(document)]
        .filter(({ reference }) => !byId.has(reference._ref as string))
        .map(({ path, reference }) => [document._id, path, reference._weak]),
    );
    expect(dangling).toEqual([['film-double-pendulum', 'credits.0.person', true]]);
  });
});

test('every picture exists and says what it shows', () => {
  const images = all('image');
  expect(images.length).toBeGreaterThan(20);
  for (const { path, object } of images) {
    const file = (object._sanityAsset as string).replace('image@file://./', '');
    expect([path, existsSync(join(SEED, file))]).toEqual([path, true]);
    expect([path, (object.alt as string).length > 20]).toEqual([path, true]);
  }
});

describe('every film', () => {
  test('names an asset of the media library', () => {
    for (const film of ofType('film'))
      expect([film._id, assetOf(film)]).toEqual([film._id, expect.anything()]);
  });

  test('has chapters that begin at 0, ascend, and end before the film does', () => {
    for (const film of ofType('film')) {
      const starts = (film.chapters as { start: number }[]).map(({ start }) => start);
      const { status, duration } = assetOf(film) as { status: string; duration: number };
      if (status !== 'ready') expect([film._id, starts]).toEqual([film._id, []]);
      else {
        expect([film._id, starts[0]]).toEqual([film._id, 0]);
        expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
        expect([film._id, starts.at(-1)! < duration]).toEqual([film._id, true]);
      }
    }
  });
});

describe('every rich text', () => {
  test('uses the styles and marks it declares', () => {
    for (const { path, object } of all('block')) {
      expect([path, ['normal', 'h2', 'h3', 'blockquote']]).toEqual([
        path,
        expect.arrayContaining([object.style]),
      ]);
      const declared = (object.markDefs as Json[]).map(({ _key }) => _key);
      const used = (object.children as Json[]).flatMap(({ marks }) => (marks as string[] | undefined) ?? []);
      expect([path, [...declared, 'strong', 'em', 'code']]).toEqual([path, expect.arrayContaining(used)]);
      expect([path, used]).toEqual([path, expect.arrayContaining(declared)]);
    }
  });

  test('has no formula that KaTeX refuses', () => {
    const formulas = all('math');
    expect(formulas.length).toBeGreaterThan(80);
    const refused = formulas.flatMap(({ path, object }) => {
      try {
        katex.renderToString(object.tex as string, { throwOnError: true, strict: 'error' });
        return [];
      } catch (error) {
        return [`${path}: ${(error as Error).message}`];
      }
    });
    expect(refused).toEqual([]);
  });

  test('has no listing that prints anything but the comment at its end', () => {
    const listings = all('code').filter(({ object }) => /\n\/\/ .*$/.test(object.code as string));
    expect(listings.length).toBeGreaterThanOrEqual(9);
    for (const { path, object } of listings) {
      const printed: string[] = [];
      runInNewContext(
        object.code as string,
        { console: { log: (...parts: unknown[]) => printed.push(parts.join(' ')) } },
        { timeout: 30_000 },
      );
      const promised = (object.code as string)
        .match(/(\n\/\/ .*)+$/)![0]
        .trim()
        .split('\n');
      expect([path, printed]).toEqual([path, promised.map((line) => line.slice(3))]);
    }
  });

  test('is long enough to teach in an article, short in a biography, and linked in a synopsis', () => {
    const words = (body: unknown) =>
      [...objects('span', body, '')]
        .map(({ object }) => object.text)
        .join(' ')
        .split(/\s+/).length;
    for (const { _id, body } of ofType('article')) {
      expect([_id, words(body) >= 400 && words(body) <= 900]).toEqual([_id, true]);
      for (const type of ['math', 'code', 'figure', 'film', 'footnote', 'internalLink', 'quote'])
        expect([_id, type, [...objects(type, body, '')].length > 0]).toEqual([_id, type, true]);
    }
    for (const { _id, biography } of ofType('person'))
      expect([_id, words(biography) >= 80 && words(biography) <= 150]).toEqual([_id, true]);
    for (const { _id, synopsis } of ofType('film'))
      expect([_id, [...objects('internalLink', synopsis, '')].length >= 2]).toEqual([_id, true]);
  });
});

describe('the seed as a whole', () => {
  test('is a publication one can spend an evening with', () => {
    const least = { film: 14, article: 12, person: 14, topic: 8, collection: 5 };
    for (const [type, count] of Object.entries(least))
      expect([type, ofType(type).length >= count]).toEqual([type, true]);
    expect(ofType('topic').map(({ slug }) => (slug as Json).current)).toEqual(
      expect.arrayContaining(['chaos', 'waves']),
    );
  });

  test('has no topic or person that leads nowhere, and no collection of fewer than three films', () => {
    const mentioned = new Set(
      [...ofType('film'), ...ofType('article')].flatMap(({ topics, credits, authors }) =>
        [...references({ topics, credits, authors })].map(({ reference }) => reference._ref),
      ),
    );
    for (const { _id } of [...ofType('topic'), ...ofType('person')])
      expect([_id, mentioned.has(_id)]).toEqual([_id, true]);
    for (const { _id, films } of ofType('collection'))
      expect([_id, (films as Json[]).length >= 3]).toEqual([_id, true]);
  });

  test('was published over a year, nothing before it was made', () => {
    const dated = [...ofType('film'), ...ofType('article')] as Record<string, string>[];
    const months = new Set(dated.map(({ publishedAt }) => publishedAt!.slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(9);
    for (const { _id, _createdAt, _updatedAt, publishedAt } of dated)
      expect([_id, _createdAt! <= publishedAt! && publishedAt! <= _updatedAt!]).toEqual([_id, true]);
  });

  test('has films that are ready, preparing, errored and signed, and one in the shape of the Mux plugin', () => {
    const films = ofType('film');
    const statuses = films.map((film) => assetOf(film)!.status).toSorted();
    expect(statuses.slice(0, 2)).toEqual(['errored', 'preparing']);
    expect(new Set(statuses.slice(2))).toEqual(new Set(['ready']));
    const policies = films.map((film) => (assetOf(film)!.playback_ids as Json[]).map(({ policy }) => policy));
    expect(policies).toContainEqual(['signed']);
    const plugin = films
      .filter(({ video }) => typeof video === 'object')
      .map((film) => (film.video as { asset: Json }).asset._ref as string);
    expect(plugin).toHaveLength(1);
    const { assetId, playbackId, status, data } = byId.get(plugin[0]!)!;
    const { id, status: now, playback_ids } = assetById.get(assetId)!;
    expect([playbackId, status, (data as Json).id]).toEqual([(playback_ids as Json[])[0]!.id, now, id]);
  });

  test('has two drafts: a changed version of an article, and an article of its own', () => {
    const drafts = documents.filter((document) => !published.includes(document));
    const originals = drafts.map(({ _id }) => byId.get((_id as string).replace('drafts.', '')));
    expect(drafts).toHaveLength(2);
    expect(originals.filter(Boolean)).toHaveLength(1);
    expect(drafts.every((draft, i) => originals[i]?.title !== draft.title)).toBe(true);
  });

  test('has in every type a document that lacks an optional part', () => {
    for (const [type, { isDocument, fields }] of model) {
      const optional = fields
        .filter((field) => field.type.kind !== 'NonNullType')
        .map(({ name }) => name.value);
      const lacking = ofType(type).filter((document) => optional.some((name) => !(name in document)));
      if (isDocument) expect([type, lacking.length > 0]).toEqual([type, true]);
    }
  });
});
