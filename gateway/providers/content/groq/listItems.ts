import { type GraphQLField, getArgumentValues } from 'graphql';
import { collectFields } from '../../../core/collectFields.ts';
import { rangeError } from '../../../core/errors.ts';
import type { FieldShape, ModelField, ModelType } from '../../../core/model/model.ts';
import { OBJECT_KEY } from '../../../core/model/objectKeys.ts';
import { MAX_OFFSET, MAX_PAGE_SIZE } from '../../../core/relay.ts';
import type { SelectedField, Selection } from '../../../core/selection.ts';
import { attribute, fieldGroq, type Groq, isStored } from './groq.ts';
import { storedListKey } from './projectedTranslations.ts';
import type { Projector } from './projector.ts';

/** The condition that an element of a list is an object: the projection of another value is null. */
export const IS_OBJECT = 'defined(@{_type})';

/**
 * Returns GROQ for a stored list, if one of its elements is another value than an object; else for null. Projections have null in
 * the places of such elements.
 */
const listWithNonObjects = (path: string): string =>
  `select(defined(${path}[defined(@) && !${IS_OBJECT}][0]) => ${path})`;

/** The shapes of fields with lists of projected elements. */
const PROJECTED: ReadonlySet<FieldShape> = new Set([
  'object',
  'document',
  'union',
  'image',
  'file',
  'geoPoint',
  'video',
]);

/** Returns the attribute of a projection that shows which elements of a list are no objects; none for other fields. */
export function storedList(field: ModelField, responseKey: string): string {
  const { source, shape, isList } = field;
  if (!isList || !PROJECTED.has(shape)) return '';
  const key = JSON.stringify(storedListKey(responseKey));
  if (source.kind !== 'asset')
    return isStored(field) ? `${key}: ${listWithNonObjects(fieldGroq(field))}` : '';
  const path = attribute(source.attribute);
  // A list of ids is projected as it is.
  return `${key}: select(defined(${path}[defined(asset)][0]) => ${listWithNonObjects(path)})`;
}

type Definition = GraphQLField<unknown, unknown>;

type Arguments = Readonly<Record<string, unknown>>;

/** Returns GROQ for the value of a field: of a list its items, or those that its arguments select. */
export function itemsGroq(field: ModelField, definition: Definition, nodes: readonly SelectedField[]): Groq {
  const source = fieldGroq(field);
  if (!field.isList) return source;
  if (!field.isSliced) return `${source}[]`;
  return ({ variables }) => {
    const { first, offset } = sliceOf(
      definition,
      getArgumentValues(definition, nodes[0]?.node as never, variables),
    );
    // Resolvers reject other numbers.
    const start = within(MAX_OFFSET, offset);
    return `${source}[${start}...${start + within(MAX_PAGE_SIZE, first)}]`;
  };
}

/** Returns the attribute with the stored key of an item of a list, if its `key` is selected. @see readKey */
export function itemKey(
  projector: Projector,
  type: ModelType,
  selections: readonly Selection[],
): readonly Groq[] {
  if (type.fields.has(OBJECT_KEY)) return [];
  const selected = [...collectFields(projector, type.name, selections).values()];
  return selected.some(([field]) => field?.node.name.value === OBJECT_KEY) ? ['"@key": _key'] : [];
}

const within = (maximum: number, value: number): number => Math.min(maximum, Math.max(0, value));

/** Reads the argument `offset` of a list. @throws GraphQLError BAD_USER_INPUT for an offset out of range */
export function readOffset(definition: Definition, args: Arguments): number {
  const { offset } = sliceOf(definition, args);
  if (offset < 0 || offset > MAX_OFFSET)
    throw rangeError({ argument: 'offset', minimum: 0, limit: MAX_OFFSET, actual: offset });
  return offset;
}

/** Returns the arguments of a list; null stands for the default. */
const sliceOf = ({ args: declared }: Definition, { first, offset }: Arguments) => ({
  first: Number(first ?? declared.find(({ name }) => name === 'first')?.defaultValue ?? 0),
  offset: Number(offset ?? 0),
});
