import { getNamedType, isEnumType } from 'graphql';
import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import type { ModelField } from '../../../core/model/model.ts';
import type { ReadableField } from './readableFields.ts';

/** What a field is for readers. A field has the role if it has one of the names, the best first, in any case, and if it fits. */
type FieldRole =
  | 'title'
  | 'personName'
  | 'eyebrow'
  | 'standfirst'
  | 'author'
  | 'picture'
  | 'date'
  | 'order'
  | 'body'
  | 'caption'
  | 'quote'
  | 'answer'
  | 'rows'
  | 'cells'
  | 'headRows'
  | 'figureTitle'
  | 'codeLanguage'
  | 'siteTitle'
  | 'siteDescription'
  | 'logo';

interface FieldRule {
  readonly names: readonly string[];
  readonly fits: (field: ReadableField) => boolean;
}

/** Returns whether the value of a field is one text. */
export const isReadableText = ({ model }: ReadableField): boolean =>
  model.shape === 'scalar' && model.typeName === 'String' && !model.isList;

export const isDate = ({ model }: ReadableField): boolean =>
  !model.isList && /^Date(Time)?$/.test(model.typeName);

/** Returns whether the value of a field is one number. */
export const isNumber = ({ typeName, isList }: Pick<ModelField, 'typeName' | 'isList'>): boolean =>
  !isList && /^(Int|Float)$/.test(typeName);

const isPicture = ({ model }: ReadableField): boolean => model.shape === 'image' && !model.isList;

/** Returns whether the value of a field is one text, plain or rich. */
export const isTextOfAnyKind = (field: ReadableField): boolean =>
  isReadableText(field) || (field.model.shape === 'richText' && !field.model.isList);

const names = (text: string): readonly string[] => text.split(' ');

/** The rules for fields. */
const FIELD_RULES: Readonly<Record<FieldRole, FieldRule>> = {
  title: { names: names('headline heading title name').concat(LABEL_NAMES, 'prompt'), fits: isReadableText },
  personName: { names: names('name fullName displayName'), fits: isReadableText },
  eyebrow: { names: names('eyebrow kicker overline pretitle badge'), fits: isReadableText },
  standfirst: {
    names: names(
      'standfirst dek deck subheading subheadline subtitle tagline excerpt teaser summary shortDescription lead lede intro introduction motto abstract description quote quotation testimonial role jobTitle position title',
    ),
    fits: isReadableText,
  },
  author: {
    names: names(
      'author authors byline writtenBy writer writers by creator creators contributors artist artists photographer illustrator director host speaker speakers instructor teacher reporter chef',
    ),
    fits: ({ model }) =>
      model.shape === 'document' ||
      model.shape === 'connection' ||
      (model.typeName === 'String' && !model.isList),
  },
  picture: {
    names: names(
      'cover coverImage hero heroImage mainImage featuredImage headerImage image photo picture portrait poster thumbnail',
    ),
    fits: isPicture,
  },
  date: {
    names: names(
      'publishedAt publishedOn publishedDate publishDate published date releasedAt releaseDate startsAt startDate',
    ),
    fits: isDate,
  },
  // Numbers by which editors order documents.
  order: {
    names: names(
      'order orderRank sortOrder displayOrder listOrder menuOrder sortIndex position rank sequence',
    ),
    fits: ({ model }) => isNumber(model),
  },
  body: {
    names: names(
      'body content text richText portableText blocks sections pageBuilder modules children items description excerpt summary lead intro introduction abstract bio biography quote answer story',
    ),
    fits: () => true,
  },
  quote: { names: names('quote quotation testimonial words'), fits: isTextOfAnyKind },
  answer: {
    names: names('answer body content text richText portableText description'),
    fits: isTextOfAnyKind,
  },
  caption: { names: names('caption credit copyright attribution source photographer'), fits: isReadableText },
  // The rows of a table, the cells of a row, and the names of tables and listings.
  rows: {
    names: names('rows tableRows body data'),
    fits: ({ model }) => model.isList && model.shape === 'object',
  },
  cells: { names: names('cells columns values cols items'), fits: ({ model }) => model.isList },
  // Says whether the first row of a table is its head, or how many rows are.
  headRows: {
    names: names(
      'headerRows headRows headingRows headerRow headRow headingRow hasHeaderRow hasHeadRow hasHeader hasHeading firstRowIsHeader header head',
    ),
    fits: ({ model }) => !model.isList && ['Boolean', 'Int'].includes(model.typeName),
  },
  figureTitle: { names: names('caption title heading name fileName'), fits: isTextOfAnyKind },
  codeLanguage: {
    names: names('language lang syntax codeLanguage'),
    fits: (field) => isReadableText(field) || (field.model.shape === 'enum' && !field.model.isList),
  },
  siteTitle: {
    names: names('siteName siteTitle brandName organization headline heading title name').concat(LABEL_NAMES),
    fits: isReadableText,
  },
  siteDescription: {
    names: names('siteDescription description tagline motto subtitle about summary metaDescription'),
    fits: isTextOfAnyKind,
  },
  logo: { names: names('logo siteLogo brandLogo logoLight'), fits: isPicture },
};

export const simplified = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Returns the fields with a role, the best first. */
export function fieldsWithRole(fields: readonly ReadableField[], role: FieldRole): readonly ReadableField[] {
  const rule = FIELD_RULES[role];
  const fitting = fields.filter(rule.fits);
  const ordered = rule.names.flatMap((name) =>
    fitting.filter((field) => simplified(field.name) === simplified(name)),
  );
  return [...new Set(ordered)];
}

/** Names of dates other than the date of publication. */
const OTHER_DATE = /updat|modif|chang|edit|creat|expir|deadline|birth|born|died|death|until|end/i;

/** Returns the date of a document: the field with the role, else the first date. */
export const dateField = (fields: readonly ReadableField[]): ReadableField | undefined =>
  fieldsWithRole(fields, 'date')[0] ?? fields.find((field) => isDate(field) && !OTHER_DATE.test(field.name));

/** Returns the image of a document or an object: the field with the role, else the first image that is no logo. */
export const imageField = (fields: readonly ReadableField[]): ReadableField | undefined =>
  fieldsWithRole(fields, 'picture')[0] ??
  fields.find((field) => isPicture(field) && !/logo|icon/i.test(field.name));

/** What the text in a field is, besides words. */
export type TextKind = 'url' | 'code' | 'formula' | 'email' | 'phone';

/** The rules for texts: the names of their fields. */
export const TEXT_NAMES: Readonly<Record<TextKind, RegExp>> = {
  url: /(href|url|uri|link|website|external)$/i,
  code: /^(.*_)?((source)?code|html|css|javascript|script|markup|snippet|xml|svg)$/i,
  formula: /^(.*_)?(tex|latex)$/i,
  email: /e-?mail(address)?$/i,
  phone: /(phone|telephone|tel|mobile|fax)(number)?$/i,
};

/** Returns what the text in a field, or each text of its list, is; undefined for words and for other values. */
export function textKindOf({ name, typeName }: Pick<ModelField, 'name' | 'typeName'>): TextKind | undefined {
  if (typeName === 'URL') return 'url';
  if (typeName !== 'String') return undefined;
  return (Object.keys(TEXT_NAMES) as TextKind[]).find((kind) => TEXT_NAMES[kind].test(name));
}

/** Returns whether a field has one URL. */
export const isUrl = (field: Pick<ModelField, 'name' | 'typeName' | 'isList'>): boolean =>
  !field.isList && textKindOf(field) === 'url';

/** Names of fields with a currency. */
export const CURRENCY = /^currency(_?code)?$/i;

/** Returns whether a field with this name has the unit of a number. */
export const isUnit = (name: string): boolean => CURRENCY.test(name) || /^units?$/i.test(name);

/** Names of types whose objects are parts of a film. */
const FILM_PART = /(^|[a-z])(chapter|cue)$/i;
/** Names of numbers of seconds in a film. */
const POSITION_NAME = /^(start|end)(s|sAt|Time|Seconds)?$|^(time|timecode|seconds)$/i;

/** Returns whether a field has a position in a film, in seconds. @param typeName the type of the object with the field */
export const isFilmPosition = (field: ModelField, typeName: string): boolean =>
  isNumber(field) && FILM_PART.test(typeName) && POSITION_NAME.test(field.name);

/** Names of fields for machines: for search engines, for editors, for other screens. */
const FOR_MACHINES =
  /^(seo|og|meta|twitter|openGraph|robots|canonical|dark|mobile|tablet)(?![a-z])|^(slug|language|locale|hidden|orderRank|sortOrder|(created|updated|modified)(_?([aA]t|[oO]n|[dD]ate))?)$|(NoIndex|HideFromLists|NewTab|Dark|Mobile|Tablet)$/;
/** Names of fields of inline objects that say how an object looks. */
const LOOK =
  /(colou?r|background|variant|theme|style|layout|align(ment)?|anchor|className|padding|margin|spacing|animation|limit|columns|^icon|^target|language|platform|^alt|^altText)$/i;

/** Values of enums that say how far editors are with a document. */
const WORKFLOW_VALUE = /^(draft|published|unpublished|in_?review|archived)$/i;

/** Returns whether an enum says how far editors are with a document. */
export function isWorkflow({ field }: Pick<ReadableField, 'field'>): boolean {
  const type = getNamedType(field.type);
  return isEnumType(type) && type.getValues().some(({ name }) => WORKFLOW_VALUE.test(name));
}

/** Names of enums that say how an object looks, or which of its fields counts. */
const CHOICE = /(emphasis|display|placement|alignment|(link|url|target|button|cta|media|source)_?type)$/i;
const TONE = /(^|_)tone$|Tone$/;
/** Values of enums that say how an object looks. */
const LOOKS: ReadonlySet<string> = new Set(
  'left right center centre top bottom middle start end light dark default none auto inline block small medium large full wide narrow normal half third primary secondary tertiary ghost outline solid plain grid list carousel slider row column columns stack contain cover horizontal vertical'.split(
    ' ',
  ),
);

/**
 * Returns whether an enum in an inline object says how the object looks, or which of its fields counts.
 * @param fields the fields of the object
 */
function isSetting({ name, model, field }: ReadableField, fields: readonly ReadableField[]): boolean {
  const type = getNamedType(field.type);
  if (CHOICE.test(name) || TONE.test(name) || LOOK.test(model.typeName) || !isEnumType(type)) return true;
  const values = type.getValues().map((value) => simplified(value.name));
  const siblings = new Set(fields.map((each) => simplified(each.name)));
  return values.every((value) => LOOKS.has(value)) || values.some((value) => siblings.has(value));
}

/** Returns whether a field has the answer to the question of its object: a number, or whether a statement is true. */
export const isAnswer = ({ name, model }: ReadableField): boolean =>
  /^(correct_?)?answer$/i.test(name) && (isNumber(model) || (model.typeName === 'Boolean' && !model.isList));

/**
 * Returns whether a field is for readers: no metadata, no JSON, no Boolean, and nothing that says how an object looks. An enum that
 * is a facet is for readers, who know it from the search.
 * @param inObject the fields of the inline object with the field; undefined for a field of a document
 */
export function isForReaders(field: ReadableField, inObject: readonly ReadableField[] | undefined): boolean {
  const { name, model } = field;
  if (FOR_MACHINES.test(name) || ['Boolean', 'JSON'].includes(model.typeName))
    return inObject !== undefined && isAnswer(field);
  if (isWorkflow(field)) return false;
  const isEnum = model.shape === 'enum';
  if (isEnum && model.searchable?.facet === true) return true;
  if (inObject && isUnit(name)) return true;
  const isValue = model.shape === 'scalar' || isEnum;
  if ((inObject || isEnum) && isValue && LOOK.test(name)) return false;
  return !(isEnum && inObject && isSetting(field, inObject));
}

/** Names of texts with markup, such as `html` and `bodyHtml`, with the name of their source before it. */
const MARKUP_COPY = /^(.*?)_?(html|markup|mathml)$/i;
/** Names of texts from which markup without a source in its name is made. */
const MARKUP_SOURCE = /^(code|source|sourceCode|snippet|markdown|tex|latex)$/i;

/**
 * Returns whether a field repeats another one of its object as markup, such as highlighted code. It is a text, so it is never
 * written as markup; readers see the other field.
 */
export function isMarkupCopy(field: ReadableField, fields: readonly ReadableField[]): boolean {
  const [, source] = (isReadableText(field) && MARKUP_COPY.exec(field.name)) || [];
  if (source === undefined) return false;
  const isSource = ({ name }: ReadableField) =>
    source === '' ? MARKUP_SOURCE.test(name) : simplified(name) === simplified(source);
  return fields.some((other) => other !== field && isTextOfAnyKind(other) && isSource(other));
}
