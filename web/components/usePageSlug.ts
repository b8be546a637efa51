import { useLocation } from 'react-router';
import { readPath } from './paths.ts';

/** Returns the slug in the path of the page. The router's own parameter has `/` for `%2F` in a slug. */
export const usePageSlug = (): string => readPath(useLocation().pathname)?.slug ?? '';
