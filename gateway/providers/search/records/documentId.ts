const PART_SUFFIX = /#\d+$/;

/** Returns the id of a record of a document; the first has the id of the document. No document has a `#` in its id. */
export const partId = (document: string, part: number): string =>
  part === 1 ? document : `${document}#${part}`;

/** Returns the id of the document of a record. */
export const documentOfRecord = (objectID: string): string => objectID.replace(PART_SUFFIX, '');

/** The attribute of each record of a document that has several: their number. */
export const RECORD_COUNT_ATTRIBUTE = '_records';
