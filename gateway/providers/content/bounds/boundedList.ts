import { isObject } from '../../../core/validators.ts';
import type { ReportExcess } from './boundedText.ts';

/** The attribute of the object at the end of a list that is cut. */
export const LIST_LENGTH = '@listLength';

/** The last element of a list that is cut. It is an error of the list's field, which keeps the other elements. */
export interface OmittedElements {
  /** The length of the whole list. */
  readonly [LIST_LENGTH]: number;
  readonly limit: number;
}

/** Returns whether a list is cut by its last element. */
export const isOmittedElements = (value: unknown): value is OmittedElements =>
  isObject(value) && typeof value[LIST_LENGTH] === 'number';

/** Cuts a list in place if it has more elements than the limit, and adds an element that says so. */
export function cutList(list: unknown[], limit: number, report: ReportExcess): void {
  const { length } = list;
  // A list that is cut has one element more.
  if (length <= limit || isOmittedElements(list[length - 1])) return;
  report(`${length - limit} of ${length} list elements omitted`);
  list.length = limit;
  list.push({ [LIST_LENGTH]: length, limit } satisfies OmittedElements);
}
