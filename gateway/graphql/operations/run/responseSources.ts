import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { LocatedSource } from '../../../core/valueSources.ts';

type Path = LocatedSource['path'];

/** Collects the sources of the values in a response while its operation is executed. */
export class ResponseSources {
  readonly #sources: LocatedSource[] = [];

  /** Adds the sources of the value of a field. */
  add(fieldPath: GraphQLResolveInfo['path'], sources: readonly LocatedSource[]): void {
    if (sources.length === 0) return;
    const prefix = responsePathAsArray(fieldPath);
    for (const located of sources) this.#sources.push({ ...located, path: [...prefix, ...located.path] });
  }

  /** Returns the sources of the values that a response has. An error has replaced other values by null. */
  of(data: unknown): readonly LocatedSource[] {
    return this.#sources.filter(({ path }) => valueAt(data, path) != null);
  }
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key],
    data,
  );
