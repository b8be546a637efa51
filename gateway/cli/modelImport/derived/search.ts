import { constantCase } from '../../../core/model/model.ts';
import {
  documentsOf,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  updateField,
} from '../model/importedModel.ts';
import { wordsOf } from '../model/words.ts';
import { labelOf } from './labels.ts';

/** Names of fields with a short text about a document. */
const SUMMARY =
  /^(description|definition|excerpt|summary|subtitle|subheading|tagline|intro|introduction|lead|abstract|bio|quote)$/i;
/** Names of fields with words for a document. */
const KEYWORDS = /^(tags|keywords|labels)$/i;
/** Last words of choices about the look of a page, which no reader searches by. */
const LAYOUT =
  /^(align|alignment|animation|aspect|background|bg|border|breakpoint|color|colour|columns|direction|display|fit|format|height|icon|justify|layout|margin|orientation|padding|placement|position|radius|ratio|shape|side|size|spacing|style|template|theme|variant|weight|width)s?$/;
/** Document types that readers do not look for. */
const NOT_SEARCHED = /^(redirect|navigation|menu|nav|seo|config)/i;

const WEIGHTS = { label: 10, summary: 4, reference: 3, richText: 1 } as const;

/** Adds `@searchable` to the fields of documents that a reader looks for, and `@label` to the names of other documents. */
export function addSearch(model: ImportedModel, singletons: ReadonlySet<string>): void {
  const labels = new Map(
    documentsOf(model).map((type) => [type.name, isPrivate(type) ? undefined : labelOf(type)]),
  );
  const facets = new Map<string, string>();
  for (const type of documentsOf(model)) {
    const label = labels.get(type.name);
    if (isPrivate(type)) continue;
    if (label === undefined) {
      noteUnsearchable(model, type);
      continue;
    }
    if (singletons.has(type.name) || NOT_SEARCHED.test(type.name)) {
      addDirective(type, label, '@label');
      continue;
    }
    for (const field of type.fields) {
      const directive = searchableOf(field, { label, labels, singletons, facets });
      if (directive !== undefined) addDirective(type, field, directive);
    }
  }
}

const noteUnsearchable = (model: ImportedModel, { type = '' }: ImportedType) =>
  model.notes.push({
    kind: 'not searchable',
    path: type,
    text: 'no text names its documents; add @searchable to a text',
  });

interface SearchOptions {
  readonly label: ImportedField;
  /** The label fields of the document types by name. */
  readonly labels: ReadonlyMap<string, ImportedField | undefined>;
  readonly singletons: ReadonlySet<string>;
  /** The kinds of the facets so far: fields of the same name share a facet. */
  readonly facets: Map<string, string>;
}

function searchableOf(field: ImportedField, options: SearchOptions): string | undefined {
  const { label, labels, singletons, facets } = options;
  const { name, kind, typeName, isList, attribute } = field;
  if (attribute === undefined || isPrivate(field)) return undefined;
  if (field === label) return searchable(WEIGHTS.label, false);
  const withFacet = (weight: number, facet: string) => searchable(weight, takeFacet(facets, name, facet));
  if (kind === 'enum' && LAYOUT.test(wordsOf(name).at(-1) ?? '')) return undefined;
  if (kind === 'enum') return takeFacet(facets, name, 'text') ? '@searchable(facet: true)' : undefined;
  if (kind === 'richText' && !isList) return searchable(WEIGHTS.richText, false);
  if (kind === 'document') {
    const isFound = labels.get(typeName) !== undefined && !singletons.has(typeName);
    return isFound ? withFacet(WEIGHTS.reference, `reference ${typeName}`) : undefined;
  }
  if (kind !== 'scalar') return undefined;
  if (typeName === 'Int' && /year/i.test(name))
    return takeFacet(facets, name, 'number') ? '@searchable(facet: true)' : undefined;
  if (typeName !== 'String') return undefined;
  if (isList) return KEYWORDS.test(name) ? withFacet(WEIGHTS.reference, 'text') : undefined;
  return SUMMARY.test(name) ? searchable(WEIGHTS.summary, false) : undefined;
}

/** Returns whether a field can be a facet: facets are shared by name, also in constant case, and have one kind. */
function takeFacet(facets: Map<string, string>, name: string, kind: string): boolean {
  const key = constantCase(name);
  const value = `${name} ${kind}`;
  if (key === 'TYPE' || (facets.get(key) ?? value) !== value) return false;
  facets.set(key, value);
  return true;
}

function searchable(weight: number, facet: boolean): string {
  const args = [...(weight === 1 ? [] : [`weight: ${weight}`]), ...(facet ? ['facet: true'] : [])];
  return `@searchable${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}

const addDirective = (type: ImportedType, { name, directives }: ImportedField, directive: string): void =>
  updateField(type, name, { directives: [...directives, directive] });
