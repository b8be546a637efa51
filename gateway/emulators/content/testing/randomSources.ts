import type { Document } from '../documents/document.ts';

type Pick = (below: number) => number;
export type LeafPath = readonly (string | number)[];

/** A text or number with its path. */
export interface Leaf {
  readonly value: string | number;
  readonly path: LeafPath;
}

/** Returns the texts and numbers of a value. */
export function leavesOf(value: unknown, path: LeafPath = []): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ value, path }];
  if (typeof value !== 'object' || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, [...path, isArray ? Number(name) : name]),
  );
}

/**
 * Creates films, people and topics. Most leaves are unique in the dataset, so that a leaf tells its origin; other leaves are
 * equal by intention. Drafts share objects with their published documents, as after a mutation.
 */
export function randomLeafDocuments(pick: Pick): Document[] {
  let count = 1_000;
  const number = () => (count += 1);
  const text = (kind: string) => `${kind} ${number()}`;
  const maybe = <T>(create: () => T): T | null | undefined =>
    [create, create, create, () => null, () => undefined][pick(5)]?.();
  const some = <T>(max: number, create: () => T): T[] => Array.from({ length: pick(max + 1) }, create);
  const key = () => (pick(6) === 0 ? {} : { _key: pick(8) === 0 ? "it's same" : text('k') });
  const reference = (kind: string, max: number) => ({ _type: 'reference', _ref: `${kind}-${pick(max + 1)}` });
  const image = () => ({ _type: 'image', asset: reference('image', 9), alt: maybe(() => text('Alt')) });
  const translated = () =>
    some(3, () => ({ ...key(), language: ['de', 'en', 'fr'][pick(3)], value: maybe(() => text('Value')) }));
  const block = () => ({
    ...key(),
    _type: 'block',
    children: some(2, () => ({
      ...key(),
      _type: 'span',
      text: text('Span'),
      marks: some(1, () => text('m')),
    })),
    ...(pick(2) > 0 && { markDefs: some(1, () => ({ ...key(), reference: reference('film', 8) })) }),
  });
  const section = () => ({
    ...key(),
    _type: ['quote', 'gallery'][pick(2)],
    by: text('By'),
    images: some(2, image),
  });
  const film = () => ({
    _type: 'film',
    title: maybe(() => text('Title')),
    year: maybe(number),
    rating: { average: number(), 'it\'s "odd"': text('Odd') },
    slug: { _type: 'slug', current: text('slug') },
    tags: some(4, () => (pick(3) === 0 ? 'same' : text('Tag'))),
    matrix: some(2, () => ({ ...key(), cells: some(2, number) })),
    poster: maybe(image),
    localized: translated(),
    credits: maybe(() =>
      some(4, () => ({ ...key(), role: maybe(() => text('Role')), person: reference('person', 5) })),
    ),
    topics: some(3, () => ({ ...key(), ...reference('topic', 3) })),
    body: some(3, () => (pick(3) === 0 ? section() : block())),
  });
  const stamps = () => ({ _rev: text('rev'), _createdAt: text('created'), _updatedAt: text('updated') });
  const stored = <T>(document: T): T => JSON.parse(JSON.stringify(document));
  const films = Array.from({ length: 8 }, (_, i) => stored({ _id: `film-${i}`, ...film(), ...stamps() }));
  return [
    ...films,
    ...films
      .filter(() => pick(3) === 0)
      .map((document) => ({
        ...document,
        ...changes(pick, () => stored(film())),
        _id: `drafts.${document._id}`,
      })),
    ...Array.from({ length: 5 }, (_, i) => ({
      _id: `person-${i}`,
      _type: 'person',
      name: text('Name'),
      portrait: maybe(image),
      ...stamps(),
    })),
    ...Array.from({ length: 3 }, (_, i) => ({
      _id: `topic-${i}`,
      _type: 'topic',
      title: translated(),
      ...stamps(),
    })),
  ];
}

/** Returns some of the attributes of a new document. */
function changes(pick: Pick, create: () => Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(create()).filter(([name]) => name === '_type' || pick(2) === 0));
}

/** Creates a query of the kinds that applications and the gateway send. */
export function randomQuery(pick: Pick): string {
  const one = (options: readonly (() => string)[]): string =>
    (options[pick(options.length)] as () => string)();
  const of = (...options: string[]): string => options[pick(options.length)] as string;
  const slice = () => of('', '', '[0..2]', '[1...3]', '[-2..-1]');
  const films = (condition = of('', ' && defined(title)', ' && year > 1020')): string =>
    `*[_type == "film"${condition}]${of('', ' | order(title desc)', ' | order(year asc, _id asc)', ' | order(credits[0].role)')}`;
  const image = (): string =>
    of('poster', 'poster{..., "text": alt}', 'poster{alt, asset}', 'poster.alt', 'poster.asset._ref');
  const credits = (depth: number): string =>
    one([
      () => `credits${slice()}`,
      () =>
        `credits[]${of('.role', '.person->name', '{role, "who": person->{_id, name, portrait}}', '{..., person->}')}`,
      () => `credits[defined(role)]{_key, role, "by": @.person->name, "film": ^.title}`,
      () => 'credits | order(role desc){role}',
      () =>
        `credits[${pick(3) - 1}]{..., "films": *[_type == "film" && references(^.person._ref)]${slice()}${projection(depth)}}`,
      () => 'credits[person->name != null].person->{..., "shown": coalesce(portrait.alt, name)}',
    ]);
  const body = (): string =>
    of(
      'body',
      'body[]{..., children[]{..., "upper": upper(text)}, markDefs[]{..., "to": reference->title}}',
      'body[_type == "block"].children[].text',
      'body[]{_type, _type == "quote" => {by}, _type == "gallery" => {images[]{alt, "ref": asset._ref}}, _type == "block" => {...}}',
      'body[_type != "block"]{"by": select(_type == "quote" => by, images[0].alt)}',
      '{"plain": upper(pt::text(body)), "n": length(pt::text(body))}',
    );
  const translated = (): string =>
    of(
      'coalesce(localized[language == "de"][0].value, localized[language == "en"][0].value, title)',
      '{"all": localized[]{language, value}}',
      'topics[]->title[language == "en"][0].value',
      'topics[]->{"title": coalesce(title[language == "de" || _key == "de"][0].value, title[0].value), "_type": _type}',
    );
  const plain = (): string =>
    of(
      'title',
      'year',
      'slug',
      'slug.current',
      'rating',
      'rating.average',
      'tags',
      'tags[]',
      'tags[1..2]',
      'tags[@ != "same"]',
      'tags[0]',
      'matrix[].cells[]',
      'matrix[].cells',
      'matrix[0].cells[-1]',
      'array::compact([title, null, tags[0]])',
      'array::unique(tags)',
      '[...tags, title]',
      '_id',
      '_updatedAt',
      'missing',
      'select(year > 1040 => title, tags[1])',
      '@',
      '(title)',
      'rating["it\'s \\"odd\\""]',
    );
  const computed = (): string =>
    of(
      'count(tags)',
      'upper(title)',
      'lower(slug.current)',
      'string(year)',
      'title + "!"',
      '"constant"',
      'year / 7',
      'defined(title)',
    );
  const attribute = (depth: number, index: number): string => {
    const value = one([
      plain,
      plain,
      computed,
      image,
      body,
      translated,
      () => credits(depth),
      () => inverse(depth),
    ]);
    return `"a${index}": ${value}`;
  };
  const inverse = (depth: number): string =>
    one([
      () => `*[_type == "film" && references(^._id)]${slice()}${projection(depth)}`,
      () =>
        `*[_type == "person" && _id in ^.credits[].person._ref]${of('.name', '{name, "of": ^.title}', '')}`,
      () => `*[_id in ^.topics[]._ref]{title[]{value}}`,
      () => `*[_type == "topic"]${slice()}`,
    ]);
  const splat = (): string =>
    of(
      '',
      '',
      '..., ',
      'title, year, ',
      '_type == "film" => {...}, ',
      'defined(title) => {title, "again": title}, ',
    );
  const projection = (depth: number): string => {
    if (depth > 1) return of('', '._id', '.title', '{_id, title}');
    const attributes = Array.from({ length: 1 + pick(4) }, (_, index) => attribute(depth + 1, index));
    return `{${splat()}${attributes.join(', ')}}`;
  };
  return one([
    () => `${films()}${slice()}${projection(0)}`,
    () => `${films()}${projection(0)}${slice()}`,
    () => `${films()}[0]${projection(0)}`,
    () => `${films()}${projection(0)} | order(a0 desc)`,
    () => `${films()}${projection(0)}{a0, "b": a0}`,
    () =>
      `{"films": ${films()}${slice()}${projection(0)}, "people": *[_type == "person"]{name, "n": count(*)}}`,
    () => `coalesce(${films()}[99]${projection(0)}, ${films()}[0]${projection(0)})`,
  ]);
}
