import type { ReaderType } from '../model/readerTypes.ts';
import { fieldValue } from './linkView.ts';
import { type Data, isData } from './view.ts';

/** The field of a video that `isUnready` reads. */
export const STATUS_FIELD = 'status';

/** Returns whether a document has a video that cannot be played: it is being prepared, or has failed. */
export function isUnready({ video }: Pick<ReaderType, 'video'>, document: Data): boolean {
  const value = fieldValue(document, video);
  return isData(value) && value[STATUS_FIELD] !== 'READY';
}

/** Returns whether a document comes last in the lists of its type: it cannot be played, and editors have given it no place. */
export const comesLast = (type: Pick<ReaderType, 'video' | 'order'>, document: Data): boolean =>
  type.order === undefined && isUnready(type, document);

/** Returns rows in the order of lists: those that cannot be played come last, as in search. */
export const playableFirst = <Row>(rows: readonly Row[], isLast: (row: Row) => boolean): readonly Row[] => [
  ...rows.filter((row) => !isLast(row)),
  ...rows.filter(isLast),
];
