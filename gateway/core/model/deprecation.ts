import { type ConstDirectiveNode, Kind, print } from 'graphql';
import { isDate } from './dateTime.ts';

/** The end of the reason of a `@deprecated`: the day from which the definition can be removed. */
const REMOVAL = /(?:^|\s)Removal: (\d{4}-\d{2}-\d{2})\.$/;

/** An example of a reason, for error messages. */
export const REASON_EXAMPLE = 'Use `summary`. Removal: 2027-06-01.';

/** Returns the day that the reason of a deprecation ends with, e.g. `2027-06-01`; undefined if it is none. */
export function removalDate(reason: string): string | undefined {
  const [, day] = REMOVAL.exec(reason) ?? [];
  return isDate(day) ? day : undefined;
}

/** A definition that can be deprecated. */
interface Definition {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

/**
 * Returns the `@deprecated` of a definition that is derived from other definitions, as SDL; empty unless all its sources are
 * deprecated, because it exists as long as one of them does. It has the reason of the source that is removed last.
 */
export function deprecationSdl(...sources: readonly Definition[]): string {
  const deprecations = sources.flatMap(
    ({ directives }) => directives?.find(({ name }) => name.value === 'deprecated') ?? [],
  );
  if (deprecations.length < sources.length) return '';
  const [last] = deprecations.toSorted((a, b) => removalOf(b).localeCompare(removalOf(a)));
  return last ? print(last) : '';
}

function removalOf(deprecation: ConstDirectiveNode): string {
  const reason = deprecation.arguments?.find(({ name }) => name.value === 'reason')?.value;
  return (reason?.kind === Kind.STRING && removalDate(reason.value)) || '';
}
