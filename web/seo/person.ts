import type { Person, ProfilePage } from 'schema-dts';
import { addressOf } from '../components/paths.ts';

/** What is told of somebody. */
export interface ToldPerson {
  slug: string;
  name: string;
  description: string;
  /** ISO dates. */
  born: string | null;
  died: string | null;
}

/** Somebody, and the page about them. The portraits are figures and no likeness, so none is told. */
export const personThing = (
  origin: string,
  { slug, name, description, born, died }: ToldPerson,
): ProfilePage => {
  const url = `${origin}${addressOf('Person', slug)}`;
  const person: Person = {
    '@type': 'Person',
    '@id': `${url}#person`,
    name,
    description,
    ...(born && { birthDate: born }),
    ...(died && { deathDate: died }),
  };
  return { '@type': 'ProfilePage', url, mainEntity: person };
};
