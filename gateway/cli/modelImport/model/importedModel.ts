/** The kind of a field's type. */
export type FieldKind =
  | 'scalar'
  | 'enum'
  | 'object'
  | 'document'
  | 'union'
  | 'image'
  | 'file'
  | 'geoPoint'
  | 'richText'
  | 'video';

/** A field of an imported type. */
export interface ImportedField {
  readonly name: string;
  readonly typeName: string;
  readonly kind: FieldKind;
  readonly isList: boolean;
  /** True if the field is a connection with the documents of its type. */
  readonly isConnection?: boolean;
  /** True if the type is non-null: lists are, other values only if samples prove that no object lacks them. */
  readonly isRequired: boolean;
  /** True if the studio requires a value; documents that are older than the rule can lack it. */
  readonly isRequiredInStudio?: boolean;
  /** True if the attribute has a value for each language. */
  readonly isLocalized?: boolean;
  /** The attribute of the studio; undefined for fields without one, such as `@inverse`. */
  readonly attribute: string | undefined;
  /** The reference on the other side of a connection: a document type, and the names of the fields to the reference. */
  readonly inverse?: { readonly source: string; readonly path: readonly string[] };
  /** The path of the value in the object; empty for the object itself. */
  readonly path: readonly string[];
  /** Directives as SDL. */
  readonly directives: readonly string[];
  /** Empty if it would only repeat the name. */
  readonly description: string;
  /** Comments above the field. */
  readonly comments: readonly string[];
}

/** A type of the imported model. */
export interface ImportedType {
  readonly kind: 'document' | 'object' | 'richText' | 'union' | 'enum';
  readonly name: string;
  /** The `_type` of its documents or objects; undefined if they have none. */
  readonly type: string | undefined;
  /** The name of the list of documents, if it is not the English plural. */
  plural?: string | undefined;
  /** The attribute with the language of a document, if each language has a document of its own. */
  language?: string | undefined;
  /** Directives as SDL, without `@document` and `@object`. */
  readonly directives: string[];
  readonly description: string;
  readonly comments: string[];
  /** Fields of documents and objects. */
  fields: ImportedField[];
  /** Members of a union, or values of an enum. */
  members: string[];
  /** The stored texts of the values of an enum, by name. */
  texts: ReadonlyMap<string, string>;
  /** The attributes that the model leaves out, because it cannot express their values. */
  readonly leftOut: string[];
}

/** Something that the import protects, could not know, or could not express. */
export interface Note {
  readonly kind: 'private' | 'guess' | 'not searchable' | 'left out';
  /** The path in the studio, e.g. `post.body`. */
  readonly path: string;
  readonly text: string;
}

/** A model that is read from a studio. */
export interface ImportedModel {
  readonly types: Map<string, ImportedType>;
  /** The languages that the studio or its documents name. */
  readonly languages: Set<string>;
  /** The types, and the attributes as `Type.attribute`, that are private, or would be if the user had not published them. */
  readonly sensitive: Set<string>;
  readonly notes: Note[];
}

/** The directive of types and fields with data about people. */
export const REQUIRES_PRIVATE = '@requiresScopes(scopes: [["read:private"]])';

/** Returns whether only callers with a scope can read a type or a field. */
export const isPrivate = ({ directives }: Pick<ImportedType | ImportedField, 'directives'>): boolean =>
  directives.includes(REQUIRES_PRIVATE);

/** Returns the document types of a model. */
export const documentsOf = ({ types }: ImportedModel): readonly ImportedType[] =>
  [...types.values()].filter(({ kind }) => kind === 'document');

/** Returns whether the value of a field is one text, also one of the choices of an enum. */
export const isImportedText = ({ kind, typeName, isList }: ImportedField): boolean =>
  !isList && (kind === 'enum' || (kind === 'scalar' && typeName === 'String'));

/** Returns whether a field is the text of a value of the type `slug`, in one language. */
export const isSlug = (field: ImportedField): boolean =>
  isImportedText(field) && !field.isLocalized && field.path.length > 1 && field.path.at(-1) === 'current';

/** Returns the path of a field without the text of a slug. */
export const attributePath = ({ path }: Pick<ImportedField, 'path'>): readonly string[] =>
  path.length > 1 && path.at(-1) === 'current' ? path.slice(0, -1) : path;

/** Returns a nullable field with one value, without an attribute and directives, unless the properties say otherwise. */
export const newField = (
  properties: Pick<ImportedField, 'name' | 'typeName' | 'kind'> & Partial<ImportedField>,
): ImportedField => ({
  isList: false,
  isRequired: false,
  attribute: undefined,
  path: [],
  directives: [],
  description: '',
  comments: [],
  ...properties,
});

/** Returns the path of a type in the studio. */
export const pathOfType = ({ type, name }: ImportedType): string => type ?? name;

/** Adds a guess to the report. @returns the comment that states the guess in the SDL */
export function noteGuess({ notes }: ImportedModel, path: string, text: string): string {
  notes.push({ kind: 'guess', path, text });
  return `Guess: ${text}.`;
}

/** Adds an attribute that the model leaves out to the report and to the comments of its type. */
export function noteLeftOut(
  { notes }: ImportedModel,
  type: ImportedType,
  attribute: string,
  text: string,
): undefined {
  notes.push({ kind: 'left out', path: `${pathOfType(type)}.${attribute}`, text });
  type.comments.push(`Left out: ${attribute}: ${text}.`);
  type.leftOut.push(attribute);
}

/** Changes properties of a field of a type. */
export function updateField(type: ImportedType, name: string, changes: Partial<ImportedField>): void {
  type.fields = type.fields.map((field) => (field.name === name ? { ...field, ...changes } : field));
}
