import type { Person, ProfilePage } from 'schema-dts';
import { pathOf } from '../lib/paths.ts';

export interface PersonInput {
  /** The type of the page. */
  pageType: 'Person' | 'Contributor';
  slug: string;
  name: string;
  description: string;
  /** ISO dates. */
  born?: string | null;
  died?: string | null;
}

/** Returns the structured data of a person's page. It has no image, because the portraits are abstract drawings. */
export const profilePage = (
  origin: string,
  { pageType, slug, name, description, born, died }: PersonInput,
): ProfilePage => {
  const url = `${origin}${pathOf(pageType, slug)}`;
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
