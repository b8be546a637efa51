/** The caption languages of the sample publication, so that most pages need no `Intl`. */
const COMMON_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['de', 'German'],
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
]);

/** Created on first use: it blocks a slow phone for 80 ms. */
let displayNames: Intl.DisplayNames | undefined;

/** Returns the English name of a language, e.g. `German` for `de`; the code itself if it is unknown. */
export const languageName = (code: string): string => {
  const name = COMMON_LANGUAGES.get(code);
  if (name) return name;
  try {
    displayNames ??= new Intl.DisplayNames(['en'], { type: 'language' });
    return displayNames.of(code) ?? code;
  } catch {
    return code;
  }
};
