/** Made when the first name is asked for: it takes a telephone a while. */
let names: Intl.DisplayNames | undefined;

/** What a language is called in English: `German` for `de`; the code itself when it is no language's. */
export const languageName = (code: string): string => {
  try {
    names ??= new Intl.DisplayNames(['en'], { type: 'language' });
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};
