/** A text with one place for a value, which `fillIn` and `fillText` write there. */
export type Template = `${string}{}${string}`;

/** A text for a number. @param shown the number as the page writes it */
export type Count = (count: number, shown: string) => string;

/** The fixed words of pages in a language. Labels are in the schema. */
export interface Messages {
  /** The language, as a BCP 47 tag without a region. */
  readonly language: string;

  // The frame of pages.
  readonly skipToContent: string;
  readonly home: string;
  readonly breadcrumb: string;
  readonly languages: string;
  readonly sections: string;
  readonly allSections: string;
  readonly pagesOfSite: string;
  readonly follow: string;
  readonly feed: string;
  readonly email: string;
  readonly newsletter: string;
  /** The place is for a link with the text `schema`. */
  readonly generatedFrom: Template;
  readonly schema: string;
  readonly explorer: string;
  readonly documentation: string;

  // Lists.
  readonly latest: string;
  readonly newest: string;
  /** Events. */
  readonly upcoming: string;
  readonly past: string;
  readonly order: string;
  readonly pages: string;
  readonly previous: string;
  readonly next: string;
  /** The place is for the label of a type, as `labelInSentence` returns it. */
  readonly all: Template;
  /** Returns the label of a type as it is written within a sentence. */
  labelInSentence(label: string): string;
  /** Returns what a list of documents is for search engines. */
  listOf(label: string, siteName: string): string;
  readonly showMore: string;
  readonly showMoreOf: Template;
  readonly andMore: string;
  readonly andMoreOf: Template;
  readonly noDocuments: string;
  readonly emptyType: string;
  readonly emptyList: string;

  // Search.
  readonly search: string;
  readonly searchFor: Template;
  readonly results: Count;
  readonly aboutResults: Count;
  readonly correctedTo: Template;
  /** In place of `correctedTo` if the corrected words may not be meant. */
  readonly similarWords: Template;
  readonly nothingMatches: Template;
  /** The heading of moments of videos. */
  readonly inVideos: string;
  readonly withoutAllWords: string;
  readonly yes: string;
  readonly no: string;

  // Documents.
  readonly untitled: Template;
  readonly updated: Template;
  readonly missingValues: string;
  readonly file: string;
  readonly table: string;
  readonly formula: string;
  readonly chapters: string;
  readonly transcript: string;
  readonly video: string;
  readonly recording: string;
  readonly videoUnavailable: string;
  /** The letters of north, south, east and west. */
  readonly compass: readonly [string, string, string, string];

  // Texts and their notes.
  readonly notes: string;
  readonly note: Template;
  readonly backToNote: Template;
  readonly textIsCut: string;
  readonly notesAreCut: string;
  /** The places are for the name of a type. */
  readonly unknownObject: Template;
  readonly unknownObjectInline: Template;
  readonly unknownAnnotation: Template;
  readonly deepObject: string;
  readonly deepObjectOf: Template;
  readonly deepObjectInline: string;
  readonly deepNote: string;

  /** The bar of pages in preview. */
  readonly preview: {
    readonly title: string;
    readonly sharedTitle: string;
    readonly drafts: string;
    readonly published: string;
    readonly release: Template;
    readonly releases: Template;
    /** The places are for a day and a time. */
    readonly until: Template;
    readonly pageUntil: Template;
    readonly leave: string;
    readonly ended: string;
    /** Follows `ended` in the Presentation tool of the Studio. */
    readonly reload: string;
  };

  // Pages about errors.
  readonly errors: Readonly<Record<ErrorName, { readonly title: string; readonly text: string }>>;
}

/** The errors about which there are pages. */
export type ErrorName =
  | 'notFound'
  | 'unavailable'
  | 'rateLimited'
  | 'unknownLanguage'
  | 'notPublic'
  | 'ambiguous'
  | 'failed';

/** Writes a value into a text. */
export const fillText = (template: Template, value: string): string => template.replace('{}', () => value);

type PluralForms = Partial<Readonly<Record<Intl.LDMLPluralRule, Template>>> & { readonly other: Template };

/** Creates a text for a number from its plural forms in a language. */
export function countIn(language: string, forms: PluralForms): Count {
  const rules = new Intl.PluralRules(language);
  return (count, shown) => fillText(forms[rules.select(count)] ?? forms.other, shown);
}
