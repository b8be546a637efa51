/**
 * The words of this documentation for words that readers search for, in lower case and singular. A search for the left word
 * finds the right words too.
 */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    android: ['kotlin'],
    auth: ['keys'],
    authentication: ['keys'],
    login: ['keys'],
    download: ['image', 'captions', 'SDL'],
    infinite: ['pagination'],
    i18n: ['languages'],
    ios: ['swift'],
    locale: ['languages'],
    localization: ['languages'],
    translation: ['languages'],
    offset: ['pagination'],
    paging: ['pagination'],
    scroll: ['pagination'],
    polling: ['live updates'],
    realtime: ['live updates'],
    webhook: ['live updates'],
    resize: ['widths'],
    sdk: ['clients'],
    sort: ['ordering'],
    sorting: ['ordering'],
    subtitle: ['captions'],
    throttling: ['rate limit'],
    typescript: ['types'],
    vtt: ['captions'],
  }),
);
