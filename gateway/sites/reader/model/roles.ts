import { getNamedType, isEnumType } from 'graphql';
import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import { isSingleton } from '../../../core/model/lookups.ts';
import type { ModelField, ModelType } from '../../../core/model/model.ts';
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
  | 'body'
  | 'caption'
  | 'quote'
  | 'rows'
  | 'cells'
  | 'figureTitle'
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

const isTextOfAnyKind = (field: ReadableField): boolean =>
  isReadableText(field) || (field.model.shape === 'richText' && !field.model.isList);

const names = (text: string): readonly string[] => text.split(' ');

/** The rules for fields. */
const FIELD_RULES: Readonly<Record<FieldRole, FieldRule>> = {
  title: { names: names('headline heading title name').concat(LABEL_NAMES), fits: isReadableText },
  personName: { names: names('name fullName displayName'), fits: isReadableText },
  eyebrow: { names: names('eyebrow kicker overline pretitle badge'), fits: isReadableText },
  standfirst: {
    names: names(
      'standfirst dek deck subheading subheadline subtitle tagline excerpt teaser summary shortDescription lead lede intro introduction motto abstract description role jobTitle position title',
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
  body: {
    names: names(
      'body content text richText portableText blocks sections pageBuilder modules children items description excerpt summary lead intro introduction abstract bio biography quote answer story',
    ),
    fits: () => true,
  },
  quote: { names: names('quote quotation testimonial words'), fits: isTextOfAnyKind },
  caption: { names: names('caption credit copyright attribution source photographer'), fits: isReadableText },
  // The rows of a table, the cells of a row, and the names of tables and listings.
  rows: {
    names: names('rows tableRows body data'),
    fits: ({ model }) => model.isList && model.shape === 'object',
  },
  cells: { names: names('cells columns values cols items'), fits: ({ model }) => model.isList },
  figureTitle: { names: names('caption title heading name fileName'), fits: isTextOfAnyKind },
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

const simplified = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Returns the fields with a role, the best first. */
export function fieldsWithRole(fields: readonly ReadableField[], role: FieldRole): readonly ReadableField[] {
  const rule = FIELD_RULES[role];
  const fitting = fields.filter(rule.fits);
  const ordered = rule.names.flatMap((name) =>
    fitting.filter((field) => simplified(field.name) === simplified(name)),
  );
  return [...new Set(ordered)];
}

/** Names of dates that are not those of a publication. */
const OTHER_DATE = /updat|modif|chang|edit|creat|expir|deadline|birth|born|died|death|until|end/i;

/** Returns the date of a document: the one with its role, else its first. */
export const dateField = (fields: readonly ReadableField[]): ReadableField | undefined =>
  fieldsWithRole(fields, 'date')[0] ?? fields.find((field) => isDate(field) && !OTHER_DATE.test(field.name));

/** Returns the image of a document or an object: the one with its role, else its first that is no logo. */
export const imageField = (fields: readonly ReadableField[]): ReadableField | undefined =>
  fieldsWithRole(fields, 'picture')[0] ??
  fields.find((field) => isPicture(field) && !/logo|icon/i.test(field.name));

/** Names of texts with a URL. */
export const URL_NAME = /(href|url|uri|link|website|external)$/i;

/** Returns whether a field has one URL. */
export const isUrl = ({
  name,
  typeName,
  isList,
}: Pick<ModelField, 'name' | 'typeName' | 'isList'>): boolean =>
  !isList && (typeName === 'URL' || (typeName === 'String' && URL_NAME.test(name)));

/** Returns whether a text with this name is a formula in TeX. */
export const isFormula = (name: string): boolean => /^(.*_)?(tex|latex)$/i.test(name);

/** Returns whether a text with this name is code, or another text for machines. */
export const isCode = (name: string): boolean =>
  /^(.*_)?((source)?code|html|css|javascript|script|markup|snippet|xml|svg)$/i.test(name);

/** Names of fields with a currency. */
export const CURRENCY = /^currency(_?code)?$/i;

/** Returns whether a field with this name has the unit of a number. */
export const isUnit = (name: string): boolean => CURRENCY.test(name) || /^units?$/i.test(name);

/** Names of types whose objects are parts of a film, and of their fields with positions in seconds. */
const FILM_PART = /(^|[a-z])(chapter|cue)$/i;
const POSITION = /^(start|end)(s|sAt|Time|Seconds)?$|^(time|timecode|seconds)$/i;

/** Returns whether a field has a position in a film, in seconds. @param typeName the type of the object with the field */
export const isFilmPosition = (field: ModelField, typeName: string): boolean =>
  isNumber(field) && FILM_PART.test(typeName) && POSITION.test(field.name);

/** Names of types whose objects are links. */
export const LINK_TYPE = /link|button|cta$|url$|menuItem|navItem/i;

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

/**
 * Returns whether a field is for readers: no metadata, no JSON, no Boolean, and an enum only if it is a facet, which readers know
 * from the search.
 * @param isInObject true for fields of inline objects, which have fields for their looks
 */
export function isForReaders(field: ReadableField, isInObject: boolean): boolean {
  const { name, model } = field;
  if (FOR_MACHINES.test(name) || ['Boolean', 'JSON'].includes(model.typeName)) return false;
  if (isWorkflow(field)) return false;
  const isValue = model.shape === 'scalar' || model.shape === 'enum';
  if (isInObject && isUnit(name)) return true;
  if (isInObject && (model.shape === 'enum' || (isValue && LOOK.test(name)))) return false;
  return model.shape !== 'enum' || model.searchable?.facet === true;
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

/** What the documents of a type are for readers. */
export type TypeRole = 'settings' | 'technical' | 'home' | 'person' | 'topic' | 'page' | 'article';

/** Names of the document for the home page, and titles that say no more. */
export const HOME = /^(home|front|start|landing|index)[\s_]*(page)?$/i;

/** The rules for types; the first that fits applies. */
const TYPE_RULES: readonly {
  readonly role: TypeRole;
  readonly names: RegExp;
  readonly isSingle?: true;
}[] = [
  { role: 'settings', names: /settings|^site|config|^general|^global/i, isSingle: true },
  {
    role: 'technical',
    names:
      /^(nav|navbar|navigation|menu|header|footer|redirect|seo|announcement|user|form|workflow|locale|language)s?$|(settings|config|configuration|redirect|navigation|menu|footer|submission|registration)s?$/i,
  },
  { role: 'home', names: HOME, isSingle: true },
  {
    role: 'person',
    names:
      /(^|[a-z])(author|person|people|artist|contributor|writer|speaker|teacher|instructor|editor|guide|talent|teamMember|profile)$/i,
  },
  { role: 'topic', names: /(^|[a-z])(category|tag|topic|genre|subject|keyword|label)$/i },
  { role: 'page', names: /(page|index)$/i },
];

/** Returns what the documents of a type are for readers. */
export function roleOf(type: ModelType, fields: readonly ReadableField[]): TypeRole {
  const rule = TYPE_RULES.find(
    ({ names: rule, isSingle }) => rule.test(type.name) && (!isSingle || isSingleton(type)),
  );
  if (rule) return rule.role;
  if (personNames(fields).length > 0) return 'person';
  return isSingleton(type) ? 'page' : 'article';
}

/** Returns the first and the last name of a person; none for other types. */
export function personNames(fields: readonly ReadableField[]): readonly ReadableField[] {
  const named = (pattern: RegExp) =>
    fields.filter((field) => isReadableText(field) && pattern.test(field.name)).slice(0, 1);
  const found = [...named(/^(first|given)_?names?$/i), ...named(/^(last|family|sur)_?names?$/i)];
  return found.length === 2 ? found : [];
}
