import type { DocumentType } from '../data/schema.generated.ts';
import type { PageType } from './paths.ts';

/** The GraphQL type of each document type. */
export const TYPENAMES: Readonly<Record<DocumentType, PageType>> = {
  FILM: 'Film',
  ARTICLE: 'Article',
  PERSON: 'Person',
  TOPIC: 'Topic',
  COLLECTION: 'Collection',
  CONTRIBUTOR: 'Contributor',
};
