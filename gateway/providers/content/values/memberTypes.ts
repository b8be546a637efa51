import type { Model } from '../../../core/model/model.ts';
import { membersByType } from '../../../core/model/unionMembers.ts';
import { isObject, isText } from '../../../core/validators.ts';

/**
 * Creates a function that returns the name of the type of a projected member of a union, or of `Node`; undefined for a value
 * that is no member.
 */
export function memberTypes(model: Model, union: string): (value: unknown) => string | undefined {
  const names = union === 'Node' ? model.typeOfDocument : membersByType(model, union);
  return (value) => {
    if (!isObject(value)) return undefined;
    if (value['@defined'] === true) return 'RichText';
    const name = names.get(value['@type'] as string);
    const isDocument = name !== undefined && model.types.get(name)?.document !== undefined;
    return isDocument === isText(value['@id']) ? name : undefined;
  };
}

/** Creates the type resolver of a union or of `Node`. Assets of the media provider are videos. */
export function resolveMemberType(model: Model, union: string): (value: object) => string | undefined {
  const typeNameOf = memberTypes(model, union);
  return (value) => ('@type' in value || '@defined' in value ? typeNameOf(value) : 'Video');
}
