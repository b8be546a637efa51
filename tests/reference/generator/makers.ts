import type { Json } from '../../support/documentShape.ts';
import type { Chance } from './chance.ts';
import { type Phrases, slugOf, topicTitle } from './phrases.ts';
import { ROLES } from './vocabulary.ts';

/** The `_type`s that are made, and how many documents of each. */
export type Counts = Record<'topic' | 'person' | 'film' | 'article' | 'collection', number>;
type Kind = keyof Counts;

/** Builds the document of a kind at a place, with chance of its own. */
export type Makers = Record<Kind, (index: number, chance: Chance) => Json>;

const DAY = 86_400_000;
const digits = (index: number) => String(index).padStart(6, '0');
const reference = (id: string) => ({ _type: 'reference', _ref: id });
const keyed = (items: Json[]) => items.map((item, i) => ({ _key: `k${i}`, ...item }));
const times = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, i) => make(i));
const idOf = (kind: Kind, index: number) =>
  kind === 'topic' && index < 2 ? ['topic-chaos', 'topic-waves'][index]! : `${kind}-${digits(index)}`;

/** Seconds, from the film's place alone, so that its chapters and its asset agree. */
export const durationOf = (index: number) => 12 + ((index * 7) % 9);

/** A paragraph, with a link to a document at its end if one is given. */
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

/** Distinct references to documents of a kind, the first places far more often. */
function several(chance: Chance, kind: Kind, count: number, wanted: number): Json[] {
  const indices = new Set<number>();
  for (let tries = 0; tries < wanted * 3 && indices.size < Math.min(wanted, count); tries += 1)
    indices.add(chance.popular(count));
  return keyed([...indices].map((index) => reference(idOf(kind, index))));
}

/** Chaos in a seventh of all documents, waves in an eighth, the other topics by their popularity; three at most. */
function topicsOf(chance: Chance, count: number): Json[] {
  const named = [chance.in(1 / 7) ? 0 : count, chance.in(1 / 8) ? 1 : count].filter((index) => index < count);
  const others = times(chance.between(named.length ? 0 : 1, 3 - named.length), () =>
    count > 2 ? 2 + chance.popular(count - 2) : chance.between(0, count - 1),
  );
  return keyed([...new Set([...named, ...others])].map((index) => reference(idOf('topic', index))));
}

/** Makers of documents whose references stay within these counts. One set of makers gives every slug once. */
export function makersOf(counts: Counts, names: readonly string[], phrases: Phrases): Makers {
  const slugs = new Set<string>();

  function document(kind: Kind, index: number, chance: Chance, title: string, rest: Json): Json {
    const created = Date.UTC(2019, 0, 1) + chance.between(0, 2500) * DAY + chance.between(0, 86_399) * 1000;
    const plain = slugOf(title);
    const slug = slugs.has(`${kind} ${plain}`) ? `${plain}-${index}` : plain;
    slugs.add(`${kind} ${slug}`);
    return {
      _id: idOf(kind, index),
      _type: kind,
      _createdAt: new Date(created).toISOString(),
      _updatedAt: new Date(created + chance.between(0, 90) * DAY).toISOString(),
      _rev: `${kind}${digits(index)}x${chance.between(10 ** 8, 10 ** 9)}`,
      [kind === 'person' ? 'name' : 'title']: title,
      slug: { _type: 'slug', current: slug },
      ...rest,
    };
  }
  const publishedAt = (chance: Chance) =>
    new Date(Date.UTC(2020, 0, 1) + chance.between(0, 2400 * 1440) * 60_000).toISOString();
  const topicLink = (chance: Chance) => idOf('topic', chance.popular(counts.topic));
  const calendarDay = (chance: Chance, year: number) =>
    new Date(Date.UTC(year, 0, chance.between(1, 365))).toISOString().slice(0, 10);

  return {
    topic: (index, chance) =>
      document('topic', index, chance, topicTitle(chance, index), {
        ...(chance.in(0.9) && { description: phrases.sentences(chance, 1) }),
      }),

    person(index, chance) {
      const born = chance.between(1560, 1990);
      return document('person', index, chance, names[index]!, {
        knownFor: phrases.fill(chance, 'the {a} {n}'),
        ...(chance.in(0.9) && { born: calendarDay(chance, born) }),
        ...(born < 1930 && { died: calendarDay(chance, born + chance.between(35, 92)) }),
        ...(chance.in(0.95) && { biography: [block(phrases.sentences(chance, 4), 0)] }),
      });
    },

    film(index, chance) {
      const year = Math.round(2025 - 460 * chance.fraction() ** 2);
      const parts = chance.between(2, 5);
      return document('film', index, chance, phrases.title(chance), {
        ...(chance.in(0.95) && { tagline: phrases.sentences(chance, 1) }),
        ...(chance.in(0.97) && { year }),
        publishedAt: publishedAt(chance),
        ...(chance.in(0.9) && { accent: `oklch(0.7${chance.between(0, 9)} 0.12 ${chance.between(0, 359)})` }),
        synopsis: [
          block(phrases.sentences(chance, 3), 0),
          block(phrases.sentences(chance, 2), 1, topicLink(chance)),
        ],
        video: `asset${digits(index)}`,
        chapters: times(parts, (i) => ({
          _type: 'chapter',
          _key: `k${i}`,
          start: Math.floor((i * durationOf(index)) / parts),
          title: phrases.fill(chance, chance.pick(['The {n}', '{A} {n}', '{V}', 'One {n}', 'Into {t}'])),
        })),
        credits: times(chance.between(1, 4), (i) => ({
          _type: 'credit',
          _key: `k${i}`,
          role: chance.pick(ROLES),
          person:
            chance.in(0.01) || counts.person === 0
              ? { ...reference(`person-unknown-${digits(index)}`), _weak: true }
              : reference(idOf('person', chance.popular(counts.person))),
        })),
        topics: topicsOf(chance, counts.topic),
        sources: times(chance.between(0, 2), (i) => ({
          _type: 'source',
          _key: `k${i}`,
          title: `${phrases.fill(chance, '{w}')}, ${phrases.title(chance)}, ${year}`,
        })),
      });
    },

    article(index, chance) {
      const films = several(chance, 'film', counts.film, chance.between(1, 3));
      const embedded = films
        .slice(0, 1)
        .map(({ _ref }) => ({ _type: 'film', _key: 'b3', reference: reference(_ref as string) }));
      return document('article', index, chance, phrases.title(chance), {
        ...(chance.in(0.95) && { excerpt: phrases.sentences(chance, 2) }),
        publishedAt: publishedAt(chance),
        authors: several(chance, 'person', counts.person, chance.between(1, 2)),
        topics: topicsOf(chance, counts.topic),
        films,
        body: [
          block(phrases.sentences(chance, 5), 0),
          { _type: 'math', _key: 'b1', tex: `x_{n+1} = ${chance.between(2, 9)}\\,x_n (1 - x_n)` },
          block(phrases.sentences(chance, 6), 2, topicLink(chance)),
          ...embedded,
          block(phrases.sentences(chance, 5), 4),
        ],
      });
    },

    collection: (index, chance) =>
      document('collection', index, chance, phrases.title(chance), {
        ...(chance.in(0.9) && { description: phrases.sentences(chance, 2) }),
        films: several(chance, 'film', counts.film, chance.between(3, 12)),
      }),
  };
}
