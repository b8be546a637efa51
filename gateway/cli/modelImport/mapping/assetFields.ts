import type { ImportedField } from '../model/importedModel.ts';

type Definition = readonly [name: string, typeName: string, source: string, description: string];

const FIELDS: Readonly<Record<'image' | 'file' | 'geopoint', readonly Definition[]>> = {
  image: [['image', 'Image', '@', 'The image, with its text alternative and caption.']],
  file: [
    ['url', 'String', 'asset->url', 'The URL of the file.'],
    ['filename', 'String', 'asset->originalFilename', 'The name of the file when it was uploaded.'],
    ['mimeType', 'String', 'asset->mimeType', 'The MIME type, e.g. `application/pdf`.'],
    ['size', 'Float', 'asset->size', 'The size in bytes.'],
  ],
  geopoint: [
    ['lat', 'Float', 'lat', 'The latitude in degrees.'],
    ['lng', 'Float', 'lng', 'The longitude in degrees.'],
    ['alt', 'Float', 'alt', 'The altitude in metres.'],
  ],
};

/** Returns the fields of an object that is an image, a file or a geopoint itself. */
export const assetFields = (kind: keyof typeof FIELDS): readonly ImportedField[] =>
  FIELDS[kind].map(([name, typeName, source, description]) => ({
    name,
    typeName,
    kind: typeName === 'Image' ? 'image' : 'scalar',
    isList: false,
    isRequired: false,
    attribute: kind === 'geopoint' ? name : undefined,
    path: kind === 'geopoint' ? [name] : [],
    directives: name === source ? [] : [`@groq(expr: ${JSON.stringify(source)})`],
    description,
    comments: [],
  }));

/** The field of an object that has no other: GraphQL has no types without fields. */
export const TYPE_FIELD: ImportedField = {
  name: 'type',
  typeName: 'String',
  kind: 'scalar',
  isList: false,
  isRequired: false,
  attribute: '_type',
  path: ['_type'],
  directives: ['@groq(expr: "_type")'],
  description: 'The `_type` of the object, which has no attributes.',
  comments: [],
};

/** The language of a value in a list with one value per language. It is the `language`, or in older documents the `_key`. */
export const LANGUAGE_FIELD: ImportedField = {
  name: 'language',
  typeName: 'String',
  kind: 'scalar',
  isList: false,
  isRequired: false,
  attribute: 'language',
  path: ['language'],
  directives: ['@groq(expr: "coalesce(language, _key)")'],
  description: 'The language of the value, e.g. `en`.',
  comments: [],
};
