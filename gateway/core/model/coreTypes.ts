import type { Model } from './model.ts';

/** Core types of values that only some models have. A type of the model with such a name replaces the core type. */
type OptionalCoreType = 'File' | 'GeoPoint';

/** Returns whether a field or a union of a model has an optional core type. */
export function usesCoreType(
  { types, unions }: Pick<Model, 'types' | 'unions'>,
  name: OptionalCoreType,
): boolean {
  if (types.has(name)) return false;
  const fields = [...types.values()].flatMap((type) => [...type.fields.values()]);
  return (
    fields.some(({ typeName }) => typeName === name) ||
    [...unions.values()].some((members) => members.includes(name))
  );
}
