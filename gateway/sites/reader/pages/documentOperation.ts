import type { GraphQLFormattedError } from 'graphql';
import { pathWith, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import {
  NoData,
  type Result,
  requestOperation,
  type TrustedOperation,
} from '../operations/requestOperation.ts';
import { languageOf, linkFields, pathOf, titleOf } from '../views/linkView.ts';
import { selectionOf } from '../views/selection.ts';
import { type Data, type Detail, isData } from '../views/view.ts';
import { NotFound } from './notFound.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';

/** Levels of detail, from all that a page of a document can show to what the limits of every model allow. */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  { objects: 5, texts: 2, hasAliases: true, hasCards: true, hasObjectLists: true },
  { objects: 5, texts: 1, hasAliases: true, hasCards: true, hasObjectLists: true },
  { objects: 5, texts: 1, hasAliases: true, hasCards: false, hasObjectLists: true },
  { objects: 4, texts: 1, hasAliases: true, hasCards: false, hasObjectLists: true },
  { objects: 3, texts: 1, hasAliases: true, hasCards: false, hasObjectLists: true },
  { objects: 2, texts: 1, hasAliases: true, hasCards: false, hasObjectLists: true },
  { objects: 2, texts: 0, hasAliases: true, hasCards: false, hasObjectLists: true },
  { objects: 3, texts: 1, hasAliases: true, hasCards: false, hasObjectLists: false },
  { objects: 2, texts: 0, hasAliases: true, hasCards: false, hasObjectLists: false },
  { objects: 1, texts: 0, hasAliases: false, hasCards: false, hasObjectLists: true },
];
/**
 * Combines the details of a page with the details of the singleton that it also shows. The document loses its details first.
 * @param type the type of the singleton; undefined for a page without a singleton
 */
export function withDocument<PageDetail>(
  [first, ...otherDetails]: readonly [PageDetail, ...PageDetail[]],
  type: ReaderType | undefined,
): readonly [WithDocument<PageDetail>, ...WithDocument<PageDetail>[]] {
  const [document] = DETAILS;
  const deep = type ? DETAILS.slice(1) : [];
  const least = deep.at(-1) ?? document;
  return [
    { ...first, document },
    ...deep.map((each) => ({ ...first, document: each })),
    ...otherDetails.map((each) => ({ ...each, document: least })),
  ];
}

type WithDocument<PageDetail> = PageDetail & { readonly document: Detail };

/** The argument `by` of a lookup: `id` or `slug`. */
export type LookupArgument = Readonly<Record<string, string>>;

/** Renders a page of a document. @throws NotFound, NoData */
export type DocumentPage = (request: PageRequest, by: LookupArgument | undefined) => Promise<PageContent>;

/** Returns an operation for a document: what names it, and a selection. */
export function writeDocumentOperation(
  site: Site,
  type: ReaderType,
  {
    name = '',
    variables = '',
    selection,
  }: { readonly name?: string; readonly variables?: string; readonly selection: readonly string[] },
): string {
  const isSingle = type.list === undefined;
  const translations = translationsOf(type);
  const versions = translations ? [`${translations.name} ${selectionOf(linkFields(type))}`] : [];
  const fields = [...linkFields(type), ...versions, ...selection];
  const declared = inParentheses(isSingle ? '' : `$by: ${type.name}By!`, variables);
  return `query Reader${type.name}${name}${declared} {
    ${type.lookup}${isSingle ? '' : '(by: $by)'} { ${fields.join(' ')} }
    ${site.fields} }`;
}

/** A document that an operation has returned. */
export interface FoundDocument extends Result {
  readonly document: Data;
  readonly title: string;
  /** The path for the links to other languages. */
  readonly localePath: string;
  /** The language that the address of the page names; undefined for the default. */
  readonly locale: string | undefined;
  /** The paths of its versions, by their languages; undefined for a document of all languages. */
  readonly versions: PageContent['versions'];
}

/** Requests a document. @throws NotFound, NoData */
export async function requestDocument(
  type: ReaderType,
  operation: TrustedOperation,
  { send, context }: Pick<PageRequest, 'send' | 'context'>,
  variables: Readonly<Record<string, unknown>>,
): Promise<FoundDocument> {
  const { data, errors } = await requestOperation({ send, context }, operation, variables);
  const document = data[type.lookup];
  if (!isData(document)) throw missingDocument(errors);
  const language = languageOf(type, document);
  return {
    data,
    errors,
    document,
    title: titleOf(type, document, context.messages),
    // An address with a slug for each language is known in one of them only.
    localePath: pathOf(type.slug?.model.localized ? { ...type, slug: undefined } : type, document),
    locale: typeof language === 'string' ? context.locale : language.locale,
    versions: versionsOf(type, document),
  };
}

/** Returns the field with the versions of a document in other languages. A singleton has one address for all of them. */
const translationsOf = ({ list, language }: ReaderType) =>
  list === undefined ? undefined : language?.translations;

function versionsOf(type: ReaderType, document: Data): PageContent['versions'] {
  const translations = translationsOf(type);
  if (!translations || languageOf(type, document) === 'all') return undefined;
  const translated = document[translations.name];
  const versions = [document, ...(Array.isArray(translated) ? translated : [])].filter(isData);
  return new Map(
    versions.toReversed().flatMap((version) => {
      const language = languageOf(type, version);
      return typeof language === 'string' ? [] : [[language.tag, pathOf(type, version)] as const];
    }),
  );
}

/** Returns the page above the page of a document: the list of its type. */
export const trailOf = (
  type: ReaderType,
  { context: { locale } }: Pick<PageRequest, 'context'>,
): PageContent['trail'] =>
  type.list === undefined ? [] : [{ path: pathWith(typePath(type), { locale }), label: type.pluralLabel }];

const missingDocument = (errors: readonly GraphQLFormattedError[]): Error =>
  errors.length > 0 ? new NoData(200, errors) : new NotFound();
