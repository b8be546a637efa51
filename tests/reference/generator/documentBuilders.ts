import type { Json } from '../../support/documentShape.ts';
import type { Random } from './random.ts';
import { slugify, type TextGenerator, topicTitle } from './textGenerator.ts';
import { ROLES } from './vocabulary.ts';

/** The number of documents to generate by `_type`. */
export type DocumentCounts = Record<'topic' | 'person' | 'film' | 'article' | 'collection', number>;
type DocumentType = keyof DocumentCounts;

/** Functions that build the document with an index of a type. Each call has its own random number generator. */
export type DocumentBuilders = Record<DocumentType, (index: number, random: Random) => Json>;

const DAY_MS = 86_400_000;
const sixDigits = (index: number) => String(index).padStart(6, '0');
const reference = (id: string) => ({ _type: 'reference', _ref: id });
const withKeys = (items: Json[]) => items.map((item, i) => ({ _key: `k${i}`, ...item }));
const times = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, i) => make(i));
const idOf = (type: DocumentType, index: number) =>
  type === 'topic' && index < 2 ? ['topic-chaos', 'topic-waves'][index]! : `${type}-${sixDigits(index)}`;

/** Returns the duration of a film in seconds. It depends only on the index, so that chapters and asset agree. */
export const durationSeconds = (index: number) => 12 + ((index * 7) % 9);

/** Returns a paragraph that ends with a link to the document `link`, if there is one. */
function block(text: string, index: number, link?: string): Json {
  const span = { _type: 'span', _key: 's0', text: link ? `${text} ` : text, marks: [] };
  return {
    _type: 'block',
    _key: `b${index}`,
    style: 'normal',
    markDefs: link ? [{ _type: 'internalLink', _key: 'l0', reference: reference(link) }] : [],
    children: link ? [span, { _type: 'span', _key: 's1', text: 'More of this.', marks: ['l0'] }] : [span],
  };
}

/** Returns at most `wanted` distinct references to documents of a type. Low indices are far more frequent. */
function randomReferences(random: Random, type: DocumentType, count: number, wanted: number): Json[] {
  const indices = new Set<number>();
  for (let tries = 0; tries < wanted * 3 && indices.size < Math.min(wanted, count); tries += 1)
    indices.add(random.skewedIndex(count));
  return withKeys([...indices].map((index) => reference(idOf(type, index))));
}

/** Returns one to three references to topics: chaos in 1/7 of all documents, waves in 1/8, others at random. */
function randomTopics(random: Random, count: number): Json[] {
  const named = [random.boolean(1 / 7) ? 0 : count, random.boolean(1 / 8) ? 1 : count].filter(
    (index) => index < count,
  );
  const others = times(random.integer(named.length ? 0 : 1, 3 - named.length), () =>
    count > 2 ? 2 + random.skewedIndex(count - 2) : random.integer(0, count - 1),
  );
  return withKeys([...new Set([...named, ...others])].map((index) => reference(idOf('topic', index))));
}

/** Creates builders of documents, with references within the counts and slugs that are unique per type. */
export function createDocumentBuilders(
  counts: DocumentCounts,
  names: readonly string[],
  textGenerator: TextGenerator,
): DocumentBuilders {
  const slugs = new Set<string>();

  function buildDocument(type: DocumentType, index: number, random: Random, title: string, rest: Json): Json {
    const created =
      Date.UTC(2019, 0, 1) + random.integer(0, 2500) * DAY_MS + random.integer(0, 86_399) * 1000;
    const base = slugify(title);
    const slug = slugs.has(`${type} ${base}`) ? `${base}-${index}` : base;
    slugs.add(`${type} ${slug}`);
    return {
      _id: idOf(type, index),
      _type: type,
      _createdAt: new Date(created).toISOString(),
      _updatedAt: new Date(created + random.integer(0, 90) * DAY_MS).toISOString(),
      _rev: `${type}${sixDigits(index)}x${random.integer(10 ** 8, 10 ** 9)}`,
      [type === 'person' ? 'name' : 'title']: title,
      slug: { _type: 'slug', current: slug },
      ...rest,
    };
  }
  const randomPublishedAt = (random: Random) =>
    new Date(Date.UTC(2020, 0, 1) + random.integer(0, 2400 * 1440) * 60_000).toISOString();
  const randomTopicId = (random: Random) => idOf('topic', random.skewedIndex(counts.topic));
  const randomDate = (random: Random, year: number) =>
    new Date(Date.UTC(year, 0, random.integer(1, 365))).toISOString().slice(0, 10);

  return {
    topic: (index, random) =>
      buildDocument('topic', index, random, topicTitle(random, index), {
        ...(random.boolean(0.9) && { description: textGenerator.sentences(random, 1) }),
      }),

    person(index, random) {
      const born = random.integer(1560, 1990);
      return buildDocument('person', index, random, names[index]!, {
        knownFor: textGenerator.fillTemplate(random, 'the {a} {n}'),
        ...(random.boolean(0.9) && { born: randomDate(random, born) }),
        ...(born < 1930 && { died: randomDate(random, born + random.integer(35, 92)) }),
        ...(random.boolean(0.95) && { biography: [block(textGenerator.sentences(random, 4), 0)] }),
      });
    },

    film(index, random) {
      const year = Math.round(2025 - 460 * random.float() ** 2);
      const parts = random.integer(2, 5);
      return buildDocument('film', index, random, textGenerator.title(random), {
        ...(random.boolean(0.95) && { tagline: textGenerator.sentences(random, 1) }),
        ...(random.boolean(0.97) && { year }),
        publishedAt: randomPublishedAt(random),
        ...(random.boolean(0.9) && {
          accent: `oklch(0.7${random.integer(0, 9)} 0.12 ${random.integer(0, 359)})`,
        }),
        synopsis: [
          block(textGenerator.sentences(random, 3), 0),
          block(textGenerator.sentences(random, 2), 1, randomTopicId(random)),
        ],
        video: `asset${sixDigits(index)}`,
        chapters: times(parts, (i) => ({
          _type: 'chapter',
          _key: `k${i}`,
          start: Math.floor((i * durationSeconds(index)) / parts),
          title: textGenerator.fillTemplate(
            random,
            random.pick(['The {n}', '{A} {n}', '{V}', 'One {n}', 'Into {t}']),
          ),
        })),
        credits: times(random.integer(1, 4), (i) => ({
          _type: 'credit',
          _key: `k${i}`,
          role: random.pick(ROLES),
          person:
            random.boolean(0.01) || counts.person === 0
              ? { ...reference(`person-unknown-${sixDigits(index)}`), _weak: true }
              : reference(idOf('person', random.skewedIndex(counts.person))),
        })),
        topics: randomTopics(random, counts.topic),
        sources: times(random.integer(0, 2), (i) => ({
          _type: 'source',
          _key: `k${i}`,
          title: `${textGenerator.fillTemplate(random, '{w}')}, ${textGenerator.title(random)}, ${year}`,
        })),
      });
    },

    article(index, random) {
      const films = randomReferences(random, 'film', counts.film, random.integer(1, 3));
      const embedded = films
        .slice(0, 1)
        .map(({ _ref }) => ({ _type: 'film', _key: 'b3', reference: reference(_ref as string) }));
      return buildDocument('article', index, random, textGenerator.title(random), {
        ...(random.boolean(0.95) && { excerpt: textGenerator.sentences(random, 2) }),
        publishedAt: randomPublishedAt(random),
        authors: [],
        people: randomReferences(random, 'person', counts.person, random.integer(1, 2)),
        topics: randomTopics(random, counts.topic),
        films,
        body: [
          block(textGenerator.sentences(random, 5), 0),
          { _type: 'math', _key: 'b1', tex: `x_{n+1} = ${random.integer(2, 9)}\\,x_n (1 - x_n)` },
          block(textGenerator.sentences(random, 6), 2, randomTopicId(random)),
          ...embedded,
          block(textGenerator.sentences(random, 5), 4),
        ],
      });
    },

    collection: (index, random) =>
      buildDocument('collection', index, random, textGenerator.title(random), {
        ...(random.boolean(0.9) && { description: textGenerator.sentences(random, 2) }),
        films: randomReferences(random, 'film', counts.film, random.integer(3, 12)),
      }),
  };
}
