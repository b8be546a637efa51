const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** What a language is called in English: `German` for `de`; the code itself when it is no language's. */
export const languageName = (code: string): string => {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
};
