import type { BreadcrumbList } from 'schema-dts';
import { PAGE_TYPE_NAMES, type PageType, pathOf } from '../lib/paths.ts';
import { PUBLICATION } from '../lib/publication.ts';

/** Returns the breadcrumbs of a page: home page, list page, page. */
export const breadcrumbList = (
  origin: string,
  type: PageType,
  slug: string,
  title: string,
): BreadcrumbList => {
  const crumbs = [
    { name: PUBLICATION.name, path: '/' },
    { name: PAGE_TYPE_NAMES[type].many, path: pathOf(type, '').replace(/\/$/, '') },
    { name: title, path: pathOf(type, slug) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
};
