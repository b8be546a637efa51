import { quotedFilterValue } from './filters.ts';
import { DOCUMENT_ID_ATTRIBUTE } from './settings.ts';

/** Returns the filter of all records of a document. */
export const ofDocument = (id: string): string =>
  `objectID:${quotedFilterValue(id)} OR ${DOCUMENT_ID_ATTRIBUTE}:${quotedFilterValue(id)}`;

/** Returns the filter of all records of other documents. */
export const notOfDocument = (id: string): string => `NOT ${DOCUMENT_ID_ATTRIBUTE}:${quotedFilterValue(id)}`;
