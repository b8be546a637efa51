import { isSingleton } from '../../../core/model/lookups.ts';
import type { ModelType } from '../../../core/model/model.ts';
import type { ReadableField } from './readableFields.ts';
import { isReadableText } from './roles.ts';

/** What the documents of a type are for readers. */
export type TypeRole =
  | 'settings'
  | 'technical'
  | 'home'
  | 'introduction'
  | 'person'
  | 'topic'
  | 'question'
  | 'page'
  | 'article';

/** Names of the document for the home page, and titles that say no more. */
export const HOME = /^(home|front|start|landing|index)[\s_]*(page)?$/i;

/** Names of documents that introduce the list of a type, after the name of the type or of its list: `blogIndex`, `newsPage`. */
export const INTRODUCTION = /^(.+?)_?(index|list|listing|archive|overview|page)$/i;

/** Where the pages have the links of a menu. */
export type MenuPlace = 'header' | 'footer';

/** Names of singletons with a menu, and of fields of the settings with one. */
export const MENU_NAMES: Readonly<Record<MenuPlace, RegExp>> = {
  header:
    /^(main|site|header|primary|top)?_?(nav|navbar|navigation|menu|header)(_?(menu|nav|items|links))?$/i,
  footer: /^(site)?_?footer(_?(menu|nav|navigation|items|links|columns))?$/i,
};

/** The rules for types; the first that fits applies. */
const TYPE_RULES: readonly {
  readonly role: TypeRole;
  readonly names: RegExp;
  readonly isSingle?: true;
}[] = [
  { role: 'technical', names: MENU_NAMES.header },
  { role: 'technical', names: MENU_NAMES.footer },
  { role: 'settings', names: /settings|^site|config|^general|^global/i, isSingle: true },
  {
    role: 'technical',
    names:
      /^(redirect|seo|announcement|user|form|workflow|locale|language)s?$|(settings|config|configuration|redirect|navigation|menu|footer|submission|registration)s?$/i,
  },
  { role: 'home', names: HOME, isSingle: true },
  {
    role: 'person',
    names:
      /(^|[a-z])(author|person|people|artist|contributor|writer|speaker|teacher|instructor|editor|guide|talent|teamMember|profile)$/i,
  },
  { role: 'topic', names: /(^|[a-z])(category|tag|topic|genre|subject|keyword|label)$/i },
  { role: 'question', names: /(^|[a-z])(faq|question)(item|entry)?s?$/i },
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

/** What an inline object is, besides a section of a page. */
type ObjectKind = 'link' | 'quote' | 'callout' | 'logo';

/** The rules for inline objects: the names of their types. */
export const OBJECT_NAMES: Readonly<Record<ObjectKind, RegExp>> = {
  link: /link|button|cta$|url$|menuItem|navItem/i,
  quote: /quot|testimonial|review$/i,
  // Objects that stand out from the text around them.
  callout: /callout|admonition|alert|infobox|notice|hint|^(note|tip|warning|info)(box|block)?$/i,
  // Objects with small pictures.
  logo: /logo|sponsor|partner|badge/i,
};
