const withoutFragment = (url: string | undefined) => url?.split('#')[0];

let hasLeftDocumentUrl = false;

/**
 * Returns true after a client-side navigation: the URL differs or differed from the URL of the loaded document. Every page
 * calls it, so that it stays true when the reader returns to the first page.
 */
export const hasNavigated = (): boolean => {
  hasLeftDocumentUrl ||=
    withoutFragment(performance.getEntriesByType('navigation')[0]?.name) !== withoutFragment(location.href);
  return hasLeftDocumentUrl;
};
