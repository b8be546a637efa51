import type { BreadcrumbList } from 'schema-dts';
import { addressOf, SUBJECT_NAMES, type Subject } from '../components/paths.ts';
import { PUBLICATION } from '../components/publication.ts';

/** The way from the front page to something's page. */
export const trailThing = (origin: string, subject: Subject, slug: string, title: string): BreadcrumbList => {
  const places = [
    { name: PUBLICATION.name, path: '/' },
    { name: SUBJECT_NAMES[subject].many, path: addressOf(subject, '').replace(/\/$/, '') },
    { name: title, path: addressOf(subject, slug) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
};
