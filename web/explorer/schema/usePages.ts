import { type RefObject, useReducer, useRef } from 'react';
import type { Place, Step } from '../selection/place.ts';

/** A position of the cursor in the document of the active tab. */
export interface Cursor {
  readonly offset: number;
}

/** What the panel of the schema shows: a place in the document of a tab, or a part of the schema. */
export type Page =
  | {
      readonly kind: 'place';
      readonly tabId: string;
      readonly place: Place;
      /** The selection at the cursor. */
      readonly marked?: Step | undefined;
    }
  | {
      readonly kind: 'entry';
      /** For example `Film` or `Film.title`. */
      readonly coordinate: string;
    };

interface State {
  /** The pages that were shown. Undefined stands for the operation of the document. */
  readonly entries: readonly (Page | undefined)[];
  readonly index: number;
}

type Action = { readonly open: Page } | { readonly replace: Page } | { readonly step: 1 | -1 };

export interface Pages {
  readonly current: Page | undefined;
  open(page: Page): void;
  /** Shows a page in place of the current one, to which Back does not lead. */
  replace(page: Page): void;
  /** Undefined on the first page. */
  readonly back: (() => void) | undefined;
  /** Undefined on the last page. */
  readonly forward: (() => void) | undefined;
  /** The position of the cursor to which the pages have been moved. */
  readonly followed: RefObject<Cursor | undefined>;
}

/** Returns the page of the panel of the schema, and those before and after it. */
export function usePages(): Pages {
  const [{ entries, index }, dispatch] = useReducer(reduce, { entries: [undefined], index: 0 });
  const followed = useRef<Cursor>(undefined);
  return {
    current: entries[index],
    open: (open) => dispatch({ open }),
    replace: (replace) => dispatch({ replace }),
    back: index > 0 ? () => dispatch({ step: -1 }) : undefined,
    forward: index + 1 < entries.length ? () => dispatch({ step: 1 }) : undefined,
    followed,
  };
}

function reduce({ entries, index }: State, action: Action): State {
  if ('step' in action) return { entries, index: index + action.step };
  if ('replace' in action) return { entries: entries.with(index, action.replace), index };
  return { entries: [...entries.slice(0, index + 1), action.open], index: index + 1 };
}
