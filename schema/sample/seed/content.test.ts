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
const assets: Json[] = JSON.parse(readFileSync(join(SEED, 'mux-assets.json'), 'utf8')).assets;
const assetById = new Map(assets.map((asset) => [asset.id, asset]));
const byId = new Map(documents.map((document) => [document._id as string, document]));
const published = documents.filter(({ _id }) => !(_id as string).startsWith('drafts.'));
const ofType = (type: string) => published.filter(({ _type }) => _type === type);

/** The lengths of the shortest and the longest kind of article. */
const MAX_SHORT_ARTICLE_WORDS = 300;
const MIN_LONG_ARTICLE_WORDS = 1800;

/** Yields every object of a `_type` inside a value, with its path from the document id. */
function* objects(type: string, value: unknown, path: string): Generator<{ path: string; object: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if ((value as Json)._type === type) yield { path, object: value as Json };
  for (const [key, part] of Object.entries(value)) yield* objects(type, part, `${path}.${key}`);
}
const all = (type: string) =>
  documents.flatMap((document) => [...objects(type, document, `${document._id}`)]);

/** Returns the Mux asset of the `video` field of a film: an asset id, or a reference in the shape of the Mux plugin. */
function assetOf(film: Json): Json | undefined {
  const video = film.video as string | { asset: { _ref: string } };
  return assetById.get(typeof video === 'string' ? video : byId.get(video.asset._ref)?.assetId);
}

describe('sample documents', () => {
  test('match the model, including the types of references', () => {
    expect(shapeViolations(documents, model)).toEqual([]);
  });

  test('have a revision, and were not created after their last update', () => {
    for (const { _id, _createdAt, _updatedAt, _rev } of documents) {
      expect([_id, _rev]).toEqual([_id, expect.stringMatching(/^\w{8,}$/)]);
      expect([_id, Date.parse(_updatedAt as string) >= Date.parse(_createdAt as string)]).toEqual([
        _id,
        true,
      ]);
    }
  });

  test('have one dangling reference, which is weak', () => {
    const dangling = documents.flatMap((document) =>
      [...references(document)]
        .filter(({ reference }) => !byId.has(reference._ref as string))
        .map(({ path, reference }) => [document._id, path, reference._weak]),
    );
    expect(dangling).toEqual([['film-double-pendulum', 'credits.0.person', true]]);
  });
});

test('sample images: exist and have alternative text', () => {
  const images = all('image');
  expect(images.length).toBeGreaterThan(20);
  for (const { path, object } of images) {
    const file = (object._sanityAsset as string).replace('image@file://./', '');
    expect([path, existsSync(join(SEED, file))]).toEqual([path, true]);
    expect([path, (object.alt as string).length > 20]).toEqual([path, true]);
  }
});

describe('sample films', () => {
  test('refer to an existing asset', () => {
    for (const film of ofType('film'))
      expect([film._id, assetOf(film)]).toEqual([film._id, expect.anything()]);
  });

  test('have ascending chapters from 0 to before the end', () => {
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

describe('sample rich text', () => {
  test('uses only declared styles and marks', () => {
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

  test('has only formulas that KaTeX renders', () => {
    const formulas = all('math');
    expect(formulas.length).toBeGreaterThan(80);
    const invalid = formulas.flatMap(({ path, object }) => {
      try {
        katex.renderToString(object.tex as string, { throwOnError: true, strict: 'error' });
        return [];
      } catch (error) {
        return [`${path}: ${(error as Error).message}`];
      }
    });
    expect(invalid).toEqual([]);
  });

  test('has code listings that print the comment at their end', () => {
    const listings = all('code').filter(({ object }) => /\n\/\/ .*$/.test(object.code as string));
    expect(listings.length).toBeGreaterThanOrEqual(9);
    for (const { path, object } of listings) {
      const printed: string[] = [];
      runInNewContext(
        object.code as string,
        { console: { log: (...parts: unknown[]) => printed.push(parts.join(' ')) } },
        { timeout: 30_000 },
      );
      const expected = (object.code as string)
        .match(/(\n\/\/ .*)+$/)![0]
        .trim()
        .split('\n');
      expect([path, printed]).toEqual([path, expected.map((line) => line.slice(3))]);
    }
  });

  test('has the intended length and features in articles, biographies and synopses', () => {
    const words = (body: unknown) =>
      [...objects('span', body, '')]
        .map(({ object }) => object.text)
        .join(' ')
        .split(/\s+/).length;
    const lengths = ofType('article').map(({ _id, body }) => {
      const count = words(body);
      const features = ['math', 'film', 'internalLink'];
      if (count > MAX_SHORT_ARTICLE_WORDS) features.push('code', 'figure', 'footnote', 'quote');
      for (const type of features)
        expect([_id, type, [...objects(type, body, '')].length > 0]).toEqual([_id, type, true]);
      return count;
    });
    expect(lengths.filter((count) => count <= MAX_SHORT_ARTICLE_WORDS)).toHaveLength(2);
    expect(lengths.filter((count) => count >= MIN_LONG_ARTICLE_WORDS).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...lengths)).toBeLessThan(2 * MIN_LONG_ARTICLE_WORDS);
    for (const { _id, biography } of ofType('person'))
      expect([_id, words(biography) >= 80 && words(biography) <= 150]).toEqual([_id, true]);
    for (const { _id, synopsis } of ofType('film'))
      expect([_id, [...objects('internalLink', synopsis, '')].length >= 2]).toEqual([_id, true]);
  });
});

describe('sample dataset', () => {
  test('has the minimum number of documents of each type', () => {
    const minimum = { film: 14, article: 12, person: 14, topic: 8, collection: 5 };
    for (const [type, count] of Object.entries(minimum))
      expect([type, ofType(type).length >= count]).toEqual([type, true]);
    expect(ofType('topic').map(({ slug }) => (slug as Json).current)).toEqual(
      expect.arrayContaining(['chaos', 'waves']),
    );
  });

  test('mentions every topic and person, and has at least three films per collection', () => {
    const mentioned = new Set(
      [...ofType('film'), ...ofType('article')].flatMap(({ topics, credits, people }) =>
        [...references({ topics, credits, people })].map(({ reference }) => reference._ref),
      ),
    );
    for (const { _id } of [...ofType('topic'), ...ofType('person')])
      expect([_id, mentioned.has(_id)]).toEqual([_id, true]);
    for (const { _id, films } of ofType('collection'))
      expect([_id, (films as Json[]).length >= 3]).toEqual([_id, true]);
  });

  test('is published over at least nine months, and no document before its creation', () => {
    const dated = [...ofType('film'), ...ofType('article')] as Record<string, string>[];
    const months = new Set(dated.map(({ publishedAt }) => publishedAt!.slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(9);
    for (const { _id, _createdAt, _updatedAt, publishedAt } of dated)
      expect([_id, _createdAt! <= publishedAt! && publishedAt! <= _updatedAt!]).toEqual([_id, true]);
  });

  test('has ready and signed films, and one that is being prepared, and one video in the shape of the Mux plugin', () => {
    const films = ofType('film');
    const statuses = films.map((film) => assetOf(film)!.status).toSorted();
    expect(statuses[0]).toBe('preparing');
    expect(new Set(statuses.slice(1))).toEqual(new Set(['ready']));
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

  test('has two drafts: one changed version and one unpublished article', () => {
    const drafts = documents.filter((document) => !published.includes(document));
    const originals = drafts.map(({ _id }) => byId.get((_id as string).replace('drafts.', '')));
    expect(drafts).toHaveLength(2);
    expect(originals.filter(Boolean)).toHaveLength(1);
    expect(drafts.every((draft, i) => originals[i]?.title !== draft.title)).toBe(true);
  });

  test('lacks only facts that are not certain: the year of a film, the dates of a person', () => {
    const without = (type: string, name: string) =>
      ofType(type).flatMap((document) => (name in document ? [] : (document._id as string)));
    expect(without('film', 'year')).toEqual(['film-clifford']);
    expect(without('person', 'born')).toEqual(['person-bridson', 'person-fetter', 'person-perlin']);
    for (const name of ['tagline', 'accent', 'synopsis', 'publishedAt'])
      expect(without('film', name)).toEqual([]);
    for (const name of ['knownFor', 'portrait', 'biography']) expect(without('person', name)).toEqual([]);
    for (const type of ['collection', 'topic']) expect(without(type, 'description')).toEqual([]);
    for (const name of ['excerpt', 'cover']) expect(without('article', name)).toEqual([]);
  });

  test('names the sources of each film, with links to web pages', () => {
    for (const { _id, sources } of ofType('film')) {
      expect([_id, (sources as Json[]).length >= 2]).toEqual([_id, true]);
      for (const { title, url } of sources as Record<string, string>[]) {
        expect([_id, title!.length > 20]).toEqual([_id, true]);
        if (url !== undefined) expect([_id, url]).toEqual([_id, expect.stringMatching(/^https:\/\/\S+$/)]);
      }
    }
  });

  test('names each person in one form in the texts of links', () => {
    const forms = new Map<string, Set<string>>();
    for (const { object } of all('block'))
      for (const { _key, reference } of object.markDefs as Json[]) {
        const person = byId.get((reference as Json | undefined)?._ref as string);
        if (person?._type !== 'person') continue;
        const text = (object.children as { text?: string; marks?: string[] }[])
          .flatMap((child) => (child.marks?.includes(_key as string) ? child.text : []))
          .join('');
        const name = person.name as string;
        forms.set(name, (forms.get(name) ?? new Set()).add(text));
      }
    expect(forms.size).toBeGreaterThanOrEqual(18);
    expect([...forms].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  test('has the date of death of each person whose biography mentions it', () => {
    for (const { _id, born, died, biography } of ofType('person')) {
      if (died) expect([_id, (born as string) < (died as string)]).toEqual([_id, true]);
      const text = [...objects('span', biography, '')].map(({ object }) => object.text).join(' ');
      if (/\b[Hh]e died\b|\b[Ss]he died\b/.test(text)) expect([_id, typeof died]).toEqual([_id, 'string']);
    }
  });

  test('begins every collection with a film that can be played', () => {
    for (const { _id, films } of ofType('collection')) {
      const [first] = films as Json[];
      expect([_id, assetOf(byId.get(first?._ref as string)!)?.status]).toEqual([_id, 'ready']);
    }
  });
});
