import {
  documentsOf,
  type ImportedModel,
  type ImportedType,
  isImportedText,
  isSlug,
  pathOfType,
} from '../model/importedModel.ts';

/** Facts about the documents of a studio that its extract lacks. */
export interface StudioFacts {
  /** The `_type`s of singletons, as the user names them. */
  readonly singletons: ReadonlySet<string>;
  /** Documents of the dataset; undefined if it was not read. */
  readonly sample:
    | {
        readonly documents: readonly Readonly<Record<string, unknown>>[];
        /** The numbers of published documents by `_type`. */
        readonly counts: ReadonlyMap<string, number>;
      }
    | undefined;
  /** True if documents of the studio join translations. */
  readonly hasTranslations: boolean;
}

/** Names of types that have one document in most studios. */
const SINGLETON =
  /^(site|global|general)?(settings|config|configuration|options)$|^(home|front|landing)(page)?$|^site$|^(site)?(header|footer|navbar)$/i;
const LANGUAGE = /^(language|locale|lang|__i18n_lang)$/;

/**
 * Adds `@lookup` to singletons, and to documents whose slug is unique in a language only, unless their translations are joined.
 * Returns the names of singletons.
 */
export function addLookups(model: ImportedModel, facts: StudioFacts): ReadonlySet<string> {
  const singletons = new Set<string>();
  for (const type of documentsOf(model)) {
    const reason = singletonReason(type, facts);
    if (reason !== undefined) {
      singletons.add(type.name);
      // A singleton has no list.
      type.plural = undefined;
      type.directives.push('@lookup(by: [])');
      if (reason !== '')
        addGuess(model, type, `a single document, ${reason}. Remove @lookup if there are several.`);
      continue;
    }
    if (!hasSlug(type)) addSlugLookups(type);
    const language = type.fields.find((field) => LANGUAGE.test(field.name) && isImportedText(field));
    if (!language) continue;
    const hasLocalizedField = type.fields.some(({ isLocalized }) => isLocalized);
    if (facts.hasTranslations && !hasLocalizedField) {
      type.language = language.attribute ?? language.name;
      addGuess(model, type, `one document per language, which ${type.language} names.`);
      continue;
    }
    if (!hasSlug(type)) continue;
    type.directives.push(`@lookup(by: ["slug", "${language.name}"])`);
    addGuess(model, type, `one document per language: its slug and ${language.name} identify it.`);
  }
  return singletons;
}

/** Adds a lookup by each slug of a type without a field `slug`, such as a key or a handle. */
function addSlugLookups(type: ImportedType): void {
  for (const field of type.fields.filter(isSlug)) type.directives.push(`@lookup(by: ["${field.name}"])`);
}

const hasSlug = ({ fields }: ImportedType): boolean =>
  fields.some((field) => field.name === 'slug' && isImportedText(field));

/** Returns why a type has one document, empty if the user says so; undefined for other types. */
function singletonReason(
  { type = '' }: ImportedType,
  { singletons, sample }: StudioFacts,
): string | undefined {
  if (singletons.has(type)) return '';
  const count = sample?.counts.get(type) ?? 0;
  if (count > 1) return undefined;
  const only = count === 1 ? sample?.documents.find(({ _type }) => _type === type) : undefined;
  if (only && isNamedAfter(String(only._id), type)) return `because the only one has the id ${only._id}`;
  return SINGLETON.test(type) ? 'by its name' : undefined;
}

/** Returns whether a developer chose an id for the only document of a type: the Studio gives other documents random ids. */
function isNamedAfter(id: string, type: string): boolean {
  const [own, name] = [id, type].map((text) =>
    text.toLowerCase().replaceAll(/[^a-z0-9]|singleton|single|page|site/g, ''),
  );
  return own !== '' && own === name;
}

function addGuess(model: ImportedModel, type: ImportedType, text: string): void {
  model.notes.push({ kind: 'guess', path: pathOfType(type), text });
  type.comments.push(`Guess: ${text}`);
}
