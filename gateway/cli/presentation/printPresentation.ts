import type { Locales } from '../../core/locales.ts';
import { LABEL_NAMES } from '../../core/model/labelNames.ts';
import { isSingleton, lookupsOf } from '../../core/model/lookups.ts';
import {
  isTextField,
  keyField,
  labelField,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
} from '../../core/model/model.ts';
import { attribute, attributeOf, isStored } from '../../providers/content/groq/groq.ts';
import { wordsOf } from '../../sites/reader/model/words.ts';

/** The pages of a document type in the site of an editor. */
interface TypePages {
  readonly type: string;
  /** The name of a document, for one without a title. */
  readonly label: string;
  /** The page that lists the documents; undefined for a singleton, whose page has the path `path`. */
  readonly list: { readonly title: string; readonly href: string } | undefined;
  readonly path: string;
  /** The fields of the title and of the slug in `path`; the title may be computed. */
  readonly title: ModelField | undefined;
  readonly slug: ModelField | undefined;
}

/**
 * Returns TypeScript for the Studio: the option `resolve` of its Presentation tool, with the pages of each document type of a
 * model. The page of a document has the path `/films/<slug>`, the list `/films`.
 * @param base the path before all pages, e.g. `/content`, or an empty text
 */
export function printPresentation(model: Model, base: string): string {
  const pages = model.documents.map((type) => pagesOf(type, base));
  const isLocalized = pages.some(({ title, slug }) => title?.localized || slug?.localized);
  return [
    '// Written by `trivium model presentation`. Pass `resolve` to `presentationTool`; delete types that your site has no page for.',
    "import { defineDocuments, defineLocations, type PresentationPluginOptions } from 'sanity/presentation';",
    '',
    ...(isLocalized ? [inLanguageFunction(model.locales), ''] : []),
    "export const resolve: PresentationPluginOptions['resolve'] = {",
    '  mainDocuments: defineDocuments([',
    ...pages.flatMap((type) => mainDocument(type, model.locales)),
    '  ]),',
    '  locations: {',
    ...pages.flatMap(locations),
    '  },',
    '};',
    '',
  ].join('\n');
}

function pagesOf(type: ModelType, base: string): TypePages {
  const { document } = type;
  if (!document) throw new Error(`expected a document type, got ${type.name}`);
  const names = { type: document.type, label: wordsOf(type.name), title: titleField(type) };
  if (isSingleton(type))
    return { ...names, list: undefined, path: `${base}/${lowerFirst(type.name)}`, slug: undefined };
  const list = `${base}/${document.plural}`;
  const key = lookupsOf(type).some(({ name }) => name === 'slug') ? keyField(type) : undefined;
  return {
    ...names,
    list: { title: wordsOf(document.plural), href: list },
    path: `${list}/:slug`,
    slug: key && storedField(key),
  };
}

/** Returns the field with the title of a document: its label unless it is the slug, else a text with the name of a title. */
function titleField(type: ModelType): ModelField | undefined {
  const label = labelField(type);
  const named = LABEL_NAMES.flatMap((name) => type.fields.get(name) ?? []).find(isTextField);
  const title = label === keyField(type) ? (named ?? label) : label;
  return title && storedField(title);
}

/** The Studio selects attributes, and cannot select computed values. */
const storedField = (field: ModelField): ModelField | undefined => (isStored(field) ? field : undefined);

/** Returns the path of the attribute of a field. */
const pathOf = ({ name, source }: ModelField): string => (source.kind === 'groq' ? source.expr : name);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Returns the lines that lead from a path to its document. */
function mainDocument({ type, path, list, slug }: TypePages, locales: Locales): readonly string[] {
  if (!list) return [`    { route: ${quoted(path)}, type: ${quoted(type)} },`];
  if (!slug) return [];
  const filter = `_type == ${JSON.stringify(type)} && ${slugCondition(slug, locales)}`;
  return ['    {', `      route: ${quoted(path)},`, `      filter: ${quoted(filter)},`, '    },'];
}

/** Returns GROQ that is true for a document whose slug is `$slug`, in any language. */
function slugCondition(slug: ModelField, { all }: Locales): string {
  const path = pathOf(slug);
  const stored = slug.source.kind === 'groq' ? path : attribute(path);
  if (!slug.localized) return `${stored} == $slug`;
  const within = slug.localized.path === '' ? '' : `.${slug.localized.path}`;
  const values = all.map(({ code }) => `${stored}${attributeOf(attribute(code))}${within}`);
  return `($slug in [${values.join(', ')}] || $slug in ${stored}[].value${within})`;
}

/** Returns the lines that lead from a document to its pages. */
function locations({ type, label, path, list, title, slug }: TypePages): readonly string[] {
  const name = /^[A-Za-z_]\w*$/.test(type) ? type : quoted(type);
  if (list && !slug)
    return [
      `    ${name}: defineLocations({ message: ${quoted(`${label}: no page of its own`)}, tone: 'caution' }),`,
    ];
  const select = { ...(title && { title: pathOf(title) }), ...(slug && { slug: pathOf(slug) }) };
  const titleText = title ? `${selectedValue('title', title)} ?? ${quoted(label)}` : quoted(label);
  const page =
    slug && list
      ? [
          `        const slug = ${selectedValue('slug', slug)};`,
          `        const list = { title: ${quoted(list.title)}, href: ${quoted(list.href)} };`,
          '        if (!slug) return { locations: [list] };',
          `        const href = \`${path.replace(':slug', '$${encodeURIComponent(slug)}')}\`;`,
          `        return { locations: [{ title: ${titleText}, href }, list] };`,
        ]
      : [`        return { locations: [{ title: ${titleText}, href: ${quoted(path)} }] };`];
  return [
    `    ${name}: defineLocations({`,
    `      select: ${printSelect(select)},`,
    '      resolve(document) {',
    ...page,
    '      },',
    '    }),',
  ];
}

/** Returns an expression for a value of the selected document. */
const selectedValue = (name: string, { localized }: ModelField): string =>
  localized ? `inLanguage(document?.${name}, ${quoted(localized.path)})` : `document?.${name}`;

const printSelect = (select: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(select)
    .map(([name, path]) => `${name}: ${quoted(path)}`)
    .join(', ')} }`;

/** Returns the TypeScript of a function that reads a translated value. */
const inLanguageFunction = ({ all }: Locales): string => `const LANGUAGES = [${all
  .map(({ code }) => quoted(code))
  .join(', ')}];

/** Returns a text in the first language that it has: of an object with an attribute per language, or of a list of translations. */
function inLanguage(value: any, path: string): string | undefined {
  if (typeof value === 'string') return value;
  const names = path === '' ? [] : path.split('.');
  const translations = LANGUAGES.map((code) =>
    Array.isArray(value)
      ? value.find(({ _key, language }) => (language ?? _key) === code)?.value
      : value?.[code],
  );
  return translations
    .map((translation) => names.reduce((part, name) => part?.[name], translation))
    .find((text) => typeof text === 'string' && text !== '');
}`;
