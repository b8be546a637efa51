import { createRandom } from '../../shared/testing/createRandom.ts';
import type { Document } from '../documents/document.ts';

/**
 * Creates a few dozen documents that refer to one another at random, some of them drafts, some without
 * attributes.
 */
export function randomDocuments(seed: number): Document[] {
  const pick = createRandom(seed);
  const word = () => ['wave', 'chaos', 'knot', 'field'][pick(4)];
  const reference = (kind: string, count: number) => ({
    _ref: `${kind}-${pick(count + 1)}`,
    _key: `k${pick(1e6)}`,
  });
  const some = <T>(max: number, create: () => T): T[] => Array.from({ length: pick(max + 1) }, create);
  const documents = [
    ...Array.from({ length: 12 }, (_, i) => ({ _id: `person-${i}`, _type: 'person', name: word() })),
    ...Array.from({ length: 5 }, (_, i) => ({ _id: `topic-${i}`, _type: 'topic', title: word() })),
    ...Array.from({ length: 25 }, (_, i) => ({
      _id: pick(5) === 0 ? `drafts.film-${i}` : `film-${i}`,
      _type: pick(9) === 0 ? 'short' : 'film',
      title: word(),
      ...(pick(4) > 0 && { year: 1900 + pick(5) }),
      credits: some(3, () => ({ role: word(), person: reference('person', 12) })),
      ...(pick(4) > 0 && { topics: some(3, () => reference('topic', 5)) }),
      body: some(3, () => ({
        _type: 'block',
        ...(pick(2) > 0 && { markDefs: some(2, () => ({ reference: reference('film', 25) })) }),
      })),
    })),
  ];
  return documents.map((document) => ({
    ...document,
    ...(pick(5) > 0 && { slug: { current: pick(3) === 0 ? 'same' : document._id } }),
    _rev: 'r',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
  }));
}

/** Queries that are evaluated by document keys, and similar queries that are not. */
export const QUERIES: readonly string[] = [
  '*',
  '*[0...3]._id',
  '*[_type == "film"]._id',
  '*[_type in ["film", "topic"] && _type != "topic"]._id',
  '*[_type == "film" || _type == "person"]._id',
  '*[_id == "film-3" || _id in ["topic-1", null, "gone"]]._id',
  '*[_id in path("film-*")]._id',
  '*[_id in $ids && _type == "film"]._id',
  '*[$id == _id][0]{title, "n": count(topics)}',
  '*[_type == "film" && slug.current == $slug]._id',
  '*[slug.current == null]._id',
  '*[slug.current in [null, "same"] && _type == "film"]._id',
  '*[references("person-3")]._id',
  '*[references($ids)]._id',
  '*[_type == "film" && references(*[_type == "topic" && (slug.current in $ids || _id in $ids)]._id)]._id',
  '*[_type == "film" && count(topics[_ref in *[_type == "topic" && title == "wave"]._id]) > 0 && year >= 1902] | order(title asc, _id desc)[0...4]{_id, title}',
  '*[_type == "person"]{_id, "films": *[_type == "film" && references(^._id) && ^._id in credits[].person._ref] | order(year desc, _id asc)[0...2]{_id, year}}',
  '*[_type == "person"]{_id, "n": count(*[_type == "film" && references(^._id)]), "all": count(*[_type == "film"])}',
  '*[_type == "film"]{_id, "people": *[_type == "person" && _id in ^.credits[].person._ref][0...2]{_id}}',
  '*[_type == "film"]{_id, "people": *[_type == "person" && _id in ^.credits[].person._ref] | order(_id desc)[0...2]{_id}}',
  '*[_type == "person"]{_id, "first": *[_type == "film" && references(^._id) && year > 1900] | order(year asc, _id asc)[0]{_id}}',
  '*[_type == "film"]{_id, "linked": *[_id in ^.body[].markDefs[].reference._ref || _id in ^.topics[]._ref]._id}',
  '*[_type == "film"]{_id, "same": *[slug.current == ^.slug.current]._id}',
  '*[_type == "film"]{_id, "same": *[_type == "film" && year == ^.year && _id != ^._id]._id}',
  '*[_type == "film"]{_id, "credits": credits[]{"others": *[_type == "film" && references(^.person._ref) && _id != ^.^._id]._id}}',
  '*[_type == "topic"]{"films": *[_type == "film" && ^._id in topics[]._ref]{_id, "people": *[_type == "person" && _id in ^.credits[].person._ref]._id}}',
  '*[_type == "film" && defined(year)] | order(year asc) | order(title desc)._id',
  '*[_type == "film"] | order(credits[0].person->name asc, _id asc)._id',
  '*[_type == "film"] | order(lower(title) desc, year)[2..5]._id',
  '*[_type == "film" && title match "wa*"] | order(_id desc)._id',
  '*[_type == "film"][year > 1901][0..1]{..., "@type": _type}',
  '*[_type == "film" && (title > "knot" || (title == "knot" && _id > "film-2"))] | order(title asc, _id asc)._id',
  '*[_type == "film" && _id == ^._id]._id',
  '*[_type == $missingIsNull]._id',
  '*[credits[0].person._ref == $id]._id',
  '*[_type == "film" && topics[0]._ref == $id]._id',
  '*[_type == "film" && null in credits[].person._ref]._id',
  '*[_type == "film" && $ids in topics[]._ref]._id',
  '*[_id == $ids]._id',
  '*[_id in $id]._id',
  '*[_type == "person"]{"n": count(*[references(^._id) && ^.name in credits[].person._ref])}',
  '*[_type == "film" && year >= 1901] | order(year desc, _id asc)[3..4]._id',
  '*[_type == "film" && year > 1900 && title == "wave"][1]._id',
  '*[_type == "film" && year > 1900] | order(_id asc)[-2..-1]._id',
  '*[author._ref == null && _type == "topic"]._id',
  '*[_type == "film" && count(credits[person._ref in *[_type == "person" && name == "wave"]._id]) > 0]._id',
  '*[_type == "film" && !coalesce(count(topics[_ref in *[_type == "topic" && !coalesce(title == "wave", false)]._id]) > 0, false)]._id',
  '*[_type == "topic" && _id in *[_type == "film" && count(credits[person._ref in *[_type == "person" && name == "knot"]._id]) > 0].topics[]._ref]._id',
  '*[_type == "person" && !coalesce(_id in *[_type == "film" && year > 1901].credits[].person._ref, false)]._id',
  '*[_type == "person"]{_id, "films": *[_type == "film" && references(^._id) && count(topics[_ref in *[_type == "topic" && title == "wave"]._id]) > 0]._id}',
  '*[_type == "film"] | order(defined(string(year)) desc, year desc, _id asc)[0...9]._id',
  '*[_type == "film" && (year < 1903 || !defined(string(year)) || (year == 1903 && _id > "film-4"))] | order(defined(string(year)) asc, year desc, _id desc)._id',
  '{"a": *[_type == "film"] | order(_id asc)[0]{"b": *[_id == ^.credits[0].person._ref][0]._id}, "c": count(*)}',
];

/** The parameters of `QUERIES`. */
export const PARAMS: Record<string, unknown> = {
  id: 'person-2',
  ids: ['topic-1', 'person-3', 'same', 'film-4', 7],
  slug: 'same',
  missingIsNull: null,
};
