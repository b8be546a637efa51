import { type ConstDirectiveNode, print } from 'graphql';

/** The end of the reason of a `@deprecated`: the day from which the definition can be removed. */
const REMOVAL = /(?:^|\s)Removal: (\d{4}-\d{2}-\d{2})\.$/;

/** An example of a reason, for error messages. */
export const REASON_EXAMPLE = 'Use `summary`. Removal: 2027-06-01.';

/** Returns the day that the reason of a deprecation ends with, e.g. `2027-06-01`; undefined if it is none. */
export function removalDate(reason: string): string | undefined {
  const [, day = ''] = REMOVAL.exec(reason) ?? [];
  const time = new Date(`${day}T00:00:00Z`);
  // `new Date` moves February 30 to March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}

/** Returns the `@deprecated` of a definition as SDL, for a definition that is derived from it; empty without one. */
export const deprecationSdl = ({
  directives = [],
}: {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}): string =>
  directives
    .filter(({ name }) => name.value === 'deprecated')
    .map(print)
    .join(' ');
