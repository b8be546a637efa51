import type { ReportExcess } from './cutValues.ts';

/** A part of a rich text that is omitted or changed. */
export interface RichTextIssue {
  /** Its path in the rich text, e.g. `[2].children[0].text`. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

export interface RichTextReports {
  /** False for a plain text, whose nodes are projected without their types. */
  readonly hasTypes: boolean;
  /** Receives the reason for each part above a limit. */
  excess: ReportExcess;
  issue(issue: RichTextIssue): void;
}

/** Reports the values in a list that are no elements; null is none. @param invalid such values of a projected list */
export function reportInvalid(
  list: readonly unknown[],
  isElement: (value: unknown) => boolean,
  { reports, path, invalid }: { reports: RichTextReports; path: string; invalid: unknown },
): void {
  const own = list.filter((value) => value !== null && !isElement(value));
  const all = Array.isArray(invalid) ? [...own, ...invalid] : own;
  if (all.length === 0) return;
  const expected = isElement('') ? 'a string' : 'an object';
  const places = list.flatMap((value, i) =>
    isElement(value) || (own.length > 0 && value === null) ? [] : i,
  );
  if (places.length === all.length)
    for (const [i, value] of all.entries())
      reports.issue({ path: `${path}[${places[i]}]`, expected, found: kindOfPart(value) });
  else {
    // Beside null in the document, the null of a projected value has no known position.
    const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
    reports.issue({ path, expected: `${expected} in each place`, found: `${kindOfPart(all[0])}${more}` });
  }
}

/** Returns the kind of a part of a rich text in issues. */
export const kindOfPart = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null || value === undefined ? 'none' : typeof value;
