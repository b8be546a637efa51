/** Returns whether a text is a BCP 47 language code such as `de` or `pt-BR`. */
export const isLanguageCode = (text: string): boolean => /^[a-z]{2,3}(-\w+)*$/i.test(text);
