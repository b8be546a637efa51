import { costSdl } from './contentCosts.ts';
import { deprecationSdl } from './deprecation.ts';
import { namedPhrase, sdlDescription } from './descriptions.ts';
import { LABEL_NAMES } from './labelNames.ts';
import { lookupsOf } from './lookups.ts';
import { constantCase, isTextField, keyField, labelField, type ModelField, type ModelType } from './model.ts';

/** The scalars whose values have an order that readers expect. Of the texts only some have one. */
const ORDERED: ReadonlySet<string> = new Set(['Int', 'Float', 'Boolean', 'DateTime', 'Date']);

/** The phrases of the orders that every document type has. */
const SYSTEM_ORDERS: Readonly<Record<string, string>> = {
  CREATED_AT: 'the time at which the document was created',
  UPDATED_AT: 'the time of the last change to the document',
};

/** The input type `GeoCoordinates`, in degrees. */
export interface GeoCoordinates {
  readonly lat: number;
  readonly lng: number;
}

/** One key of an order, as in the schema. */
export interface OrderBy {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
  readonly nulls: 'FIRST' | 'LAST';
  /** The place from which the distances of geopoints are measured. */
  readonly near?: GeoCoordinates | null;
}

/**
 * Returns whether a list of documents of the type can be ordered by the field, or by the distance of its place. Texts that neither
 * name nor identify a document need `@orderable`.
 */
export const isOrderable = (type: ModelType, field: ModelField): boolean =>
  !field.isList &&
  (field.source.kind === 'attribute' || field.source.kind === 'groq') &&
  (ORDERED.has(field.typeName) || isGeoPoint(field) || (isTextField(field) && isOrderableText(type, field)));

const isOrderableText = (type: ModelType, field: ModelField): boolean =>
  field.isOrderable ||
  field === keyField(type) ||
  field === labelField(type) ||
  LABEL_NAMES.includes(field.name) ||
  lookupsOf(type).some(({ fields }) => fields.includes(field.name));

/** Returns whether an order by the field is one by distance. */
export const isGeoPoint = ({ shape }: ModelField): boolean => shape === 'geoPoint';

/**
 * Returns the order of a list without `orderBy`: the newest first, by the type's own date if it has one. This is `publishedAt`,
 * else the first field of the type `DateTime`.
 * @param fields the fields that the type can be ordered by
 */
export function defaultOrder(type: ModelType, fields: readonly ModelField[]): OrderBy {
  const dates = fields.filter((field) => isOrderable(type, field) && /^Date(Time)?$/.test(field.typeName));
  const own =
    dates.find(({ name }) => name === 'publishedAt') ?? dates.find(({ typeName }) => typeName === 'DateTime');
  return { field: constantCase(own?.name ?? 'createdAt'), direction: 'DESC', nulls: 'LAST' };
}

/** Returns the SDL of the orders of a document type. @param fields the fields that it can be ordered by */
export function orderTypes(type: ModelType, fields: readonly ModelField[]): string {
  const { name, document } = type;
  const plural = document?.plural;
  const orderable = fields.filter((field) => isOrderable(type, field));
  const ofFields = orderable.map((field): [string, string] => [
    constantCase(field.name),
    valueSdl(constantCase(field.name), orderPhrase(field), [
      costSdl(field.cost.order),
      deprecationSdl(field.node),
    ]),
  ]);
  const ofSystem = Object.entries(SYSTEM_ORDERS).map(([value, phrase]): [string, string] => [
    value,
    valueSdl(value, phrase),
  ]);
  // A field of the type replaces a system field of the same name, in the same place.
  const values = new Map([...ofFields, ...ofSystem, ...ofFields]);
  return `"An order of ${plural}. Their ids break ties."
    input ${name}Order {
      "The field to order by."
      field: ${name}OrderField!
      "The direction."
      direction: OrderDirection! = ASC
      "The position of ${plural} without a value, in both directions."
      nulls: NullsOrder! = LAST
      ${nearSdl(orderable.filter(isGeoPoint))}
    }
    "The fields by which ${plural} can be ordered."
    enum ${name}OrderField {
      ${[...values.values()].join('\n')}
    }`;
}

const nearSdl = (places: readonly ModelField[]): string =>
  places.length === 0
    ? ''
    : `"The place from which distances are measured: required by orders of places, and rejected by others."
      near: GeoCoordinates ${deprecationSdl(...places.map(({ node }) => node))}`;

const orderPhrase = (field: ModelField): string =>
  isGeoPoint(field) ? `the distance of \`${field.name}\` from \`near\`` : namedPhrase(field.node);

const valueSdl = (value: string, phrase: string, directives: readonly string[] = []): string =>
  `${sdlDescription(`By ${phrase}.`)} ${value} ${directives.join(' ')}`;
