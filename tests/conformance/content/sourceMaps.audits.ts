import assert from 'node:assert/strict';
import { jsonPathToStudioPath, parseJsonPath, resolveMapping, studioPath } from '@sanity/client/csm';
import type { Audit } from '../shared/audit.ts';
import { type Body, type ContentTarget, commit, query, type Scratch, withScratch } from './target.ts';

/** A film with a draft, and the person that it refers to. */
async function createFilm(target: ContentTarget, { id, type }: Scratch): Promise<void> {
  const film = {
    _type: type,
    title: 'Waves',
    tags: ['a', 'b'],
    poster: { _type: 'image', alt: 'A wave', hotspot: { x: 0.5, y: 0.25 } },
    credits: [
      { _key: 'k1', role: 'idea', person: { _type: 'reference', _ref: id('person') } },
      { _key: 'k2', role: 'sound' },
    ],
    body: [
      { _key: 'b1', _type: 'block', children: [{ _key: 's1', _type: 'span', text: 'Hello', marks: [] }] },
    ],
  };
  await commit(target, [
    { create: { _id: id('person'), _type: `${type}person`, name: 'Young' } },
    { create: { _id: id('film'), ...film } },
    { create: { _id: `drafts.${id('film')}`, ...film, title: 'Waves, redrawn' } },
  ]);
}

/** Runs an audit over the film. */
const withFilm = (
  target: ContentTarget,
  run: (sources: ReturnType<typeof createSources>, scratch: Scratch) => Promise<void>,
): Promise<void> =>
  withScratch(target, async (scratch) => {
    await createFilm(target, scratch);
    try {
      await run(createSources(target, scratch), scratch);
    } finally {
      const query = '*[_type == $type]';
      await commit(target, [
        { delete: { query, params: { type: scratch.type } } },
        { delete: { query, params: { type: `${scratch.type}person` } } },
      ]);
    }
  });

interface Sources {
  readonly result: Body;
  readonly sourceMap: Body;
  /** Returns the document and the path of a result's value; undefined for a value without a documented source. */
  of(...path: (string | number)[]): string | undefined;
}

/** Returns a function that queries the film with a source map. */
const createSources =
  (target: ContentTarget, { id }: Scratch) =>
  async (projection: string, options: Record<string, string> = {}): Promise<Sources> => {
    const { status, body } = await query(
      target,
      `*[_id == $id][0]${projection}`,
      { id: id('film') },
      { resultSourceMap: 'withKeyArraySelector', ...options },
    );
    assert.equal(status, 200, JSON.stringify(body));
    const { result, resultSourceMap: sourceMap } = body;
    assert.ok(sourceMap, 'expected a resultSourceMap');
    return {
      result,
      sourceMap,
      of(...path) {
        const { mapping, pathSuffix } = resolveMapping(path, sourceMap) ?? {};
        if (mapping?.source.type !== 'documentValue') return undefined;
        const { document, path: at } = mapping.source;
        const parsed = parseJsonPath(`${sourceMap.paths[at]}${pathSuffix}`);
        const name = sourceMap.documents[document]._id.replace(id(''), '');
        return `${name} ${studioPath.toString(jsonPathToStudioPath(parsed))}`;
      },
    };
  };

/** Content source maps of queries (https://www.sanity.io/docs/content-source-maps). */
export const contentSourceMapAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-source-map-001',
    level: 'MUST',
    name: 'returns documents, paths and mappings with resultSourceMap=true',
    run: (target) =>
      withFilm(target, async (sources, { id, type }) => {
        const { sourceMap } = await sources('{"name": title}', { resultSourceMap: 'true' });
        assert.deepEqual(sourceMap, {
          documents: [{ _id: id('film'), _type: type }],
          paths: ["$['title']"],
          mappings: {
            "$['name']": { type: 'value', source: { type: 'documentValue', document: 0, path: 0 } },
          },
        });
      }),
  },
  {
    id: 'content-source-map-002',
    level: 'MUST',
    name: 'returns no source map without resultSourceMap',
    run: async (target) => {
      assert.ok(!('resultSourceMap' in (await query(target, '1')).body));
      assert.ok(!('resultSourceMap' in (await query(target, '1', {}, { resultSourceMap: 'false' })).body));
    },
  },
  {
    id: 'content-source-map-003',
    level: 'MUST',
    name: 'selects the items of arrays by index, or by key with withKeyArraySelector',
    run: (target) =>
      withFilm(target, async (sources) => {
        const projection = '{"role": credits[1].role, "tag": tags[1]}';
        const byKey = await sources(projection);
        assert.equal(byKey.of('role'), 'film credits[_key=="k2"].role');
        assert.equal(byKey.of('tag'), 'film tags[1]');
        const byIndex = await sources(projection, { resultSourceMap: 'true' });
        assert.equal(byIndex.of('role'), 'film credits[1].role');
      }),
  },
  {
    id: 'content-source-map-004',
    level: 'MUST',
    name: 'leads from dereferenced values to the referenced document',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources('{"by": credits[0].person->name, "people": credits[].person->{name}}');
        assert.equal(found.of('by'), 'person name');
        assert.equal(found.of('people', 0, 'name'), 'person name');
      }),
  },
  {
    id: 'content-source-map-005',
    level: 'MUST',
    name: 'leads from parts of objects and Portable Text to their documents',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources('{poster, body, "texts": body[].children[].text}');
        assert.equal(found.of('poster', 'alt'), 'film poster.alt');
        assert.match(
          found.of('body', 0, 'children', 0, 'text') ?? '',
          /^film body\[(_key=="b1"|0)\]\.children\[(_key=="s1"|0)\]\.text$/,
        );
        assert.equal(found.of('texts', 0), 'film body[_key=="b1"].children[_key=="s1"].text');
      }),
  },
  {
    id: 'content-source-map-006',
    level: 'MUST',
    name: 'leads from filtered, sliced and spread values to their documents',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources(
          '{"filtered": credits[role == "sound"]{role}, "sliced": credits[1..2].role, "spread": credits[]{..., "n": 1}}',
        );
        assert.equal(found.of('filtered', 0, 'role'), 'film credits[_key=="k2"].role');
        assert.equal(found.of('sliced', 0), 'film credits[_key=="k2"].role');
        assert.equal(found.of('spread', 0, 'role'), 'film credits[_key=="k1"].role');
        assert.equal(found.of('spread', 0, 'n'), undefined);
      }),
  },
  {
    id: 'content-source-map-007',
    level: 'MUST',
    name: 'leads from select() and conditional projections to their documents',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources(
          '{"selected": select(defined(title) => title, tags[0]), defined(title) => {"conditional": title}}',
        );
        assert.equal(found.of('selected'), 'film title');
        assert.equal(found.of('conditional'), 'film title');
      }),
  },
  {
    id: 'content-source-map-008',
    level: 'SHOULD',
    name: 'leads from coalesce() and ordered items to their documents',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources(
          '{"first": coalesce(missing, title), "ordered": credits | order(role desc){role}}',
        );
        assert.equal(found.of('first'), 'film title');
        assert.equal(found.of('ordered', 0, 'role'), 'film credits[_key=="k2"].role');
      }),
  },
  {
    id: 'content-source-map-009',
    level: 'SHOULD',
    name: 'leads from lower(), upper() and pt::text() to their arguments',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources('{"l": lower(title), "u": upper(title), "t": pt::text(body)}');
        assert.deepEqual([found.of('l'), found.of('u')], ['film title', 'film title']);
        assert.match(found.of('t') ?? '', /^film body/);
      }),
  },
  {
    id: 'content-source-map-010',
    level: 'MUST',
    name: 'gives computed values and missing attributes no source',
    run: (target) =>
      withFilm(target, async (sources) => {
        const found = await sources('{"sum": title + "!", "n": count(tags), "text": "text", missing}');
        for (const name of ['sum', 'n', 'text', 'missing']) assert.equal(found.of(name), undefined);
      }),
  },
  {
    id: 'content-source-map-011',
    level: 'MUST',
    name: 'names the draft that a perspective shows',
    run: (target) =>
      withFilm(target, async (sources, { id }) => {
        const projection = '{_id, title, "by": credits[0].person->name}';
        const drafts = await sources(projection, { perspective: 'drafts' });
        assert.equal(drafts.result._id, id('film'));
        assert.equal(drafts.of('title'), `drafts.film title`);
        assert.equal(drafts.of('_id'), `drafts.film _id`);
        assert.equal(drafts.of('by'), 'person name');
        assert.equal((await sources(projection)).of('title'), 'film title');
      }),
  },
  {
    id: 'content-source-map-012',
    level: 'SHOULD',
    name: 'gives each attribute of a whole document a mapping',
    run: (target) =>
      withFilm(target, async (sources) => {
        const { sourceMap, of } = await sources('');
        for (const name of ['_id', '_type', 'title', 'tags', 'credits'])
          assert.ok(sourceMap.mappings[`$['${name}']`], `expected a mapping of ${name}`);
        assert.equal(of('poster', 'hotspot', 'x'), 'film poster.hotspot.x');
      }),
  },
];
