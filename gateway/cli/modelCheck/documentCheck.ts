import {
  hasMany,
  isReference as isReferenceField,
  type Model,
  type ModelField,
  type ModelType,
  type RichTextPosition,
} from '../../core/model/model.ts';
import { isForeignReference, isUnchosenReference } from '../../core/model/references.ts';
import { kindsAt, typeNamesAt } from '../../core/model/richTextKinds.ts';
import { membersByType } from '../../core/model/unionMembers.ts';
import { isObject, isText } from '../../core/validators.ts';
import { WrongAsset } from '../../providers/content/assets/assetReference.ts';
import { readFile } from '../../providers/content/assets/files.ts';
import { readImage } from '../../providers/content/assets/images.ts';
import { type IsOtherType, otherTypes } from '../../providers/content/assets/otherTypes.ts';
import { readVideo } from '../../providers/content/assets/videos.ts';
import { MAX_LIST_OBJECTS, MAX_LIST_VALUES } from '../../providers/content/bounds/boundedContent.ts';
import { formatCount, formatNumber } from '../../providers/content/bounds/cutValues.ts';
import { isStored } from '../../providers/content/groq/groq.ts';
import { storedOuterValue, valueAt } from '../../providers/content/groq/outerValues.ts';
import { isTranslated } from '../../providers/content/groq/translations.ts';
import { valueKind } from '../../providers/content/groq/valueKinds.ts';
import { readGeoPoint } from '../../providers/content/values/geoPoints.ts';
import { DATE_WITHOUT_TIME, isDateForTime, kindOf } from '../../providers/content/values/kindOf.ts';
import { attributeOfField } from '../../providers/content/values/origins.ts';
import { attributesRead } from './attributesRead.ts';
import { Counts, Findings, type ModelReport, type UnknownName, type ValueLocation } from './findings.ts';
import { languageValues } from './languageValues.ts';
import { unusedNames } from './unusedNames.ts';

/** A stored document or object. */
type Stored = Readonly<Record<string, unknown>>;

/** A document as the content service stores it. */
export interface StoredDocument extends Stored {
  readonly _id: string;
  readonly _type: string;
}

const ASSET_READERS = { Image: readImage, File: readFile, Video: readVideo } as const;
const IMAGE_TEXTS = ['alt', 'caption'];
const LISTS_OF_BLOCK: Readonly<Record<string, RichTextPosition>> = {
  children: 'INLINE',
  markDefs: 'ANNOTATION',
};

/** Compares documents with a model, as the resolvers of its fields do. */
export class DocumentCheck {
  readonly #model: Model;
  readonly #computed: ReadonlySet<string>;
  readonly #typeOf: (id: string) => string | undefined;
  readonly #isOtherType: IsOtherType;
  readonly #mismatches = new Findings();
  readonly #notComposed = new Findings();
  readonly #unknownAttributes = new Counts();
  readonly #unknownRichText = new Counts();
  /** `Type`, `Type.field` and `Union.Member` with data, and the texts of enums as `Enum.text`. */
  readonly #used = new Set<string>();
  /** The attributes that the expressions of each type read. */
  readonly #read = new Map<ModelType, ReadonlySet<string>>();
  #documentCount = 0;

  /**
   * @param computed computed fields as `Type.field`, whose values can have any kind
   * @param typeOf returns the `_type` of a document; undefined if there is none
   */
  constructor(model: Model, computed: ReadonlySet<string>, typeOf: (id: string) => string | undefined) {
    this.#model = model;
    this.#isOtherType = otherTypes(model);
    this.#computed = computed;
    this.#typeOf = typeOf;
  }

  /** Checks a document of a type of the model. */
  add(document: StoredDocument): void {
    const type = this.#model.types.get(this.#model.typeOfDocument.get(document._type) ?? '');
    if (!type) return;
    this.#documentCount += 1;
    this.#object(type, document, { document: document._id, path: document._type });
  }

  /** Returns the report of all documents. @param unknownTypes the types of documents that the model does not have */
  report(unknownTypes: readonly UnknownName[]): Omit<ModelReport, 'refetched' | 'conflictingFields'> {
    return {
      documents: this.#documentCount,
      mismatches: this.#mismatches.list(),
      notComposed: this.#notComposed.list(),
      unused: unusedNames(this.#model, this.#used),
      unknownTypes,
      unknownAttributes: this.#unknownAttributes.list(),
      unknownRichText: this.#unknownRichText.list(),
    };
  }

  #attributesRead(type: ModelType): ReadonlySet<string> {
    const known = this.#read.get(type) ?? attributesRead(type);
    this.#read.set(type, known);
    return known;
  }

  #mismatch(location: ValueLocation, expected: string, found: string, choice?: string): undefined {
    this.#mismatches.add(location, { expected, found }, choice);
  }

  #leafMismatch({ shape, typeName }: ModelField, value: unknown, location: ValueLocation): undefined {
    const found = isDateForTime(value, typeName) ? DATE_WITHOUT_TIME : kindOf(value);
    this.#mismatch(
      location,
      typeName,
      found,
      shape === 'enum' && typeof value === 'string' ? value : undefined,
    );
  }

  #object(type: ModelType, value: Stored, location: ValueLocation): undefined {
    this.#used.add(type.name);
    const known = new Set(this.#attributesRead(type));
    /** True if a field is the whole object, as the image of a rich text: the type of the field reads the attributes. */
    let isWhole = false;
    const reported = new Set<string>();
    for (const field of type.fields.values()) {
      const { source } = field;
      if (source.kind === 'groq' && source.expr.trim() === '@') isWhole = true;
      if (source.kind !== 'asset' && !isStored(field)) continue;
      const attribute = attributeOfField(field);
      known.add(attribute);
      if (this.#hasOuterMismatch(type, field, { value, location, reported })) continue;
      this.#field(type, field, valueAt(value, attribute), {
        ...location,
        path: attribute === '' ? location.path : `${location.path}.${attribute}`,
      });
    }
    if (isWhole) return;
    for (const [name, inner] of Object.entries(value))
      if (!name.startsWith('_') && inner !== null && !known.has(name) && !(type.richText && name === 'key'))
        this.#unknownAttributes.add(`${location.path}.${name}`);
  }

  /** Reports the value that the path of a field leads through, if it is no object; once for all fields in it. */
  #hasOuterMismatch(
    type: ModelType,
    field: ModelField,
    at: { readonly value: Stored; readonly location: ValueLocation; readonly reported: Set<string> },
  ): boolean {
    const outer = storedOuterValue(field, at.value);
    if (!outer) return false;
    if (at.reported.has(outer.path) || this.#computed.has(`${type.name}.${field.name}`)) return true;
    at.reported.add(outer.path);
    const location = { ...at.location, path: `${at.location.path}.${outer.path}` };
    this.#mismatch(location, 'an object', kindOf(outer.value));
    return true;
  }

  /** Checks the value of a localized field in each language. A required one must have a value in the default language. */
  #localized(type: ModelType, field: ModelField, value: unknown, location: ValueLocation): undefined {
    const { locales } = this.#model;
    const found = languageValues(this.#model, field, value);
    if (!found) return this.#mismatch(location, 'a value for each language', kindOf(value));
    const plain: ModelField = { ...field, localized: undefined };
    for (const language of found.unknown) this.#unknownAttributes.add(`${location.path}<${language}>`);
    const translations = found.values.filter(({ value, noObject }) =>
      isTranslated(this.#model, field, noObject?.value ?? value),
    );
    for (const { language, value, noObject } of translations) {
      const path = language ? `${location.path}<${language}>` : location.path;
      if (!noObject) this.#field(type, plain, value, { ...location, path });
      else {
        const at = noObject.path ? `${path}.${noObject.path}` : path;
        this.#mismatch({ ...location, path: at }, 'an object', kindOf(noObject.value));
      }
    }
    const codes = ['', ...locales.all[0].codes];
    const hasValue = translations.some(({ language }) => codes.includes(language));
    if (!hasValue) this.#field(type, plain, undefined, location);
  }

  #field(type: ModelType, field: ModelField, value: unknown, location: ValueLocation): undefined {
    if (field.localized && value != null) return this.#localized(type, field, value, location);
    const name = `${type.name}.${field.name}`;
    if (isAbsent(field, value)) {
      if ((field.isRequired || field.isSemanticNonNull) && !hasMany(field))
        this.#mismatch(location, expectedOf(this.#model, field), kindOf(null));
      return;
    }
    this.#used.add(name);
    if (this.#computed.has(name)) return;
    if (!hasMany(field)) return this.#value(field, value, location);
    if (!Array.isArray(value)) return this.#mismatch(location, 'a list', kindOf(value));
    this.#listLength(field, value, location);
    for (const item of value)
      if (!isAbsent(field, item)) this.#value(field, item, { ...location, path: `${location.path}[]` });
  }

  /** Checks the limit of a list that is read whole. Arguments of the field and connections read a part. */
  #listLength({ isSliced, shape }: ModelField, list: readonly unknown[], location: ValueLocation): undefined {
    const limit = shape === 'document' || list.some(isTyped) ? MAX_LIST_OBJECTS : MAX_LIST_VALUES;
    if (isSliced || shape === 'connection' || list.length <= limit) return;
    this.#mismatch(
      location,
      `a list of at most ${formatNumber(limit)} elements`,
      `list of ${formatCount(list.length, 'element')}`,
    );
  }

  #value(field: ModelField, value: unknown, location: ValueLocation): undefined {
    const mismatch = (found = kindOf(value)) =>
      this.#mismatch(location, expectedOf(this.#model, field), found);
    switch (field.shape) {
      case 'document':
      case 'connection':
        return isReference(value) ? this.#reference(field, value, location) : mismatch();
      case 'union':
        return this.#member(field, value, location);
      case 'object': {
        const type = this.#model.types.get(field.typeName);
        return isObject(value) && type ? this.#object(type, value, location) : mismatch();
      }
      case 'image':
        return isObject(value) ? this.#asset('Image', field, value, location) : mismatch();
      case 'file':
        return isObject(value) ? this.#asset('File', field, value, location) : mismatch();
      case 'geoPoint':
        return readGeoPoint(value) ? undefined : mismatch();
      case 'richText':
        return Array.isArray(value) ? this.#richText('BLOCK', value, location) : mismatch();
      case 'video':
        return this.#asset('Video', field, value, location);
      default:
        if (valueKind(this.#model, field)?.isValue(value) === false)
          return this.#leafMismatch(field, value, location);
        if (field.shape === 'enum') this.#used.add(`${field.typeName}.${value}`);
        if (field.typeName === 'String' || field.typeName === 'ID') this.#letters(String(value), location);
    }
  }

  /** Checks that the letters of a text are composed: filters and lookups do not find every other form. */
  #letters(text: string, location: ValueLocation): undefined {
    if (text.normalize('NFC') !== text)
      this.#notComposed.add(location, { expected: 'composed letters (NFC)', found: 'other letters' });
  }

  /** Checks the type of a referenced document. A reference to a missing document has no value. */
  #reference(field: ModelField, value: Reference, location: ValueLocation): undefined {
    if (isForeignReference(value))
      return this.#mismatch(location, expectedOf(this.#model, field), kindOf(value));
    const type = this.#typeOf(value._ref);
    if (type === undefined) return;
    const model = this.#model;
    const target = field.target as string;
    const name = model.typeOfDocument.get(type);
    const names =
      target === 'Node' ? [...model.typeOfDocument.values()] : (model.unions.get(target) ?? [target]);
    if (name === undefined || !names.includes(name))
      this.#mismatch(location, expectedOf(model, field), `reference to ${type}`);
    else if (field.shape === 'union') this.#used.add(`${target}.${name}`);
  }

  #member(field: ModelField, value: unknown, location: ValueLocation): undefined {
    const union = field.target as string;
    if (isReference(value)) return this.#reference(field, value, location);
    const members = membersByType(this.#model, union);
    const hasText = [...members.values()].includes('RichText');
    const name = Array.isArray(value) && hasText ? 'RichText' : members.get(String((value as Stored)?._type));
    const type = this.#model.types.get(name ?? '');
    if (name === undefined || (!isObject(value) && name !== 'RichText') || type?.document)
      return this.#mismatch(location, expectedOf(this.#model, field), kindOf(value));
    this.#used.add(`${union}.${name}`);
    if (type)
      this.#object(type, value as Stored, { ...location, path: `${location.path}<${type.typeAttribute}>` });
    else if (name === 'RichText') this.#richText('BLOCK', [value].flat(), location);
    else if (name === 'Image' || name === 'File' || name === 'Video')
      this.#asset(name, field, value as Stored, location);
    else if (name === 'GeoPoint' && !readGeoPoint(value))
      this.#mismatch(location, expectedOf(this.#model, field), kindOf(value));
  }

  #asset(
    name: keyof typeof ASSET_READERS,
    field: ModelField,
    value: unknown,
    location: ValueLocation,
  ): undefined {
    const asset = ASSET_READERS[name](value, this.#isOtherType);
    if (asset instanceof WrongAsset) this.#mismatch(location, expectedOf(this.#model, field), asset.found);
    else if (name === 'Image' && asset) this.#imageTexts(value as Stored, location);
  }

  #imageTexts(image: Stored, location: ValueLocation): undefined {
    for (const name of IMAGE_TEXTS)
      if (image[name] != null && typeof image[name] !== 'string')
        this.#mismatch({ ...location, path: `${location.path}.${name}` }, 'String', kindOf(image[name]));
  }

  /** Checks the objects in a rich text. Unknown objects are no mismatch, because clients can read them. */
  #richText(position: RichTextPosition, nodes: readonly unknown[], location: ValueLocation): undefined {
    const kinds = kindsAt(this.#model, position);
    const known = typeNamesAt(this.#model, position);
    for (const node of nodes) {
      const inner = { ...location, path: `${location.path}[]` };
      if (node === null) continue;
      if (!isObject(node)) {
        this.#mismatch(inner, 'an object of rich text', kindOf(node));
        continue;
      }
      const type = String(node._type);
      const kind = kinds.get(type);
      if (!known.has(type)) this.#unknownRichText.add(`${inner.path}<${type}>`);
      if (kind) this.#object(kind, node, { ...inner, path: `${inner.path}<${type}>` });
      for (const [name, listed] of type === 'block' ? Object.entries(LISTS_OF_BLOCK) : [])
        if (Array.isArray(node[name]))
          this.#richText(listed, node[name], { ...inner, path: `${inner.path}.${name}` });
    }
  }
}

type Reference = Stored & { readonly _ref: string };

const isReference = (value: unknown): value is Reference => isObject(value) && isText(value._ref);

/** Returns whether a value, or an element of a list, is missing: also a reference for which no document is chosen. */
const isAbsent = (field: ModelField, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (isReferenceField(field) && isObject(value) && isUnchosenReference(value));

/** True for an object that is projected with its `_type`. */
const isTyped = (value: unknown): boolean => isObject(value) && isText(value._type);

/** Returns the declaration of a field, in the words of the errors of responses. */
function expectedOf({ types }: Model, { shape, target = '', typeName }: ModelField): string {
  switch (shape) {
    case 'document':
    case 'connection':
      return `a reference to ${types.get(target)?.typeAttribute}`;
    case 'union':
      return `a member of ${target}`;
    case 'object':
      return 'an object';
    case 'image':
      return 'an image';
    case 'file':
      return 'a file';
    case 'geoPoint':
      return 'a geopoint';
    case 'richText':
      return 'rich text';
    case 'video':
      return 'a video';
    default:
      return typeName;
  }
}
