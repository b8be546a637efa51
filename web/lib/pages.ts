/**
 * Splits items into pages. A last page of less than a third of the size joins the one before, because a button for a few
 * more items is not worth a press.
 * @param size the number of items of a page
 */
export const splitPages = <T>(items: readonly T[], size: number): T[][] => {
  const pages: T[][] = [];
  for (let start = 0; start < items.length; ) {
    const rest = items.length - start;
    const end = rest < size * (1 + MIN_LAST_PAGE_SHARE) ? items.length : start + size;
    pages.push(items.slice(start, end));
    start = end;
  }
  return pages;
};

const MIN_LAST_PAGE_SHARE = 1 / 3;
