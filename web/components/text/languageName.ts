/** The languages that films are captioned in, which need not be looked up. */
const NAMES: Readonly<Record<string, string>> = {
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
};

/** Made when the first other name is asked for: it keeps a slow telephone from answering for 80 ms. */
let others: Intl.DisplayNames | undefined;

/** What a language is called in English: `German` for `de`; the code itself when it is no language's. */
export const languageName = (code: string): string => {
  const known = NAMES[code];
  if (known) return known;
  try {
    others ??= new Intl.DisplayNames(['en'], { type: 'language' });
    return others.of(code) ?? code;
  } catch {
    return code;
  }
};
