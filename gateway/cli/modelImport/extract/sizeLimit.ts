import { ExtractError } from './readExtract.ts';

/** Many times the object types of a large studio. */
const MAX_OBJECT_TYPES = 5_000;
const MAX_SHOWN_CHARACTERS = 80;

/**
 * Checks the number of object types that an import has found so far: objects without names that contain one another in ever new
 * combinations would need any number of them.
 * @param where an object of the last type
 * @throws ExtractError
 */
export function checkObjectTypes(count: number, where: string): void {
  if (count > MAX_OBJECT_TYPES)
    throw new ExtractError(
      `expected objects of at most ${MAX_OBJECT_TYPES} types, got more, among them ${where.slice(0, MAX_SHOWN_CHARACTERS)}; declare the objects that contain themselves as types of the studio, and give the members of a union different _types`,
    );
}
