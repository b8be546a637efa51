import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import type { DocumentLink } from './linkView.ts';
import { readReferences, referenceFields } from './references.ts';
import type { Data, PageContext } from './view.ts';

/** Returns the selection of the first topic of a document; none for a type without topics, and for topics. */
export const topicFields = ({ role, topics: [field] }: ReaderType, types: ReaderTypes): readonly string[] =>
  role === 'topic' ? [] : referenceFields(field, types, 1);

/** Returns the first topic of a document from data with `topicFields`. */
export const topicOf = (
  { topics: [field] }: ReaderType,
  types: ReaderTypes,
  data: Data,
  context: PageContext,
): DocumentLink | undefined => readReferences(field, types, 1, data, context)[0];
