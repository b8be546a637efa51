/** What a key asks for. Seconds and shares are of the film; a step is one of the speeds there are. */
export type Wish =
  | { does: 'toggle' | 'mute' | 'captions' | 'fullScreen' | 'picture' | 'next' | 'previous' | 'keys' }
  | { does: 'skip'; seconds: number }
  | { does: 'goTo'; share: number }
  | { does: 'volume'; by: number }
  | { does: 'speed'; step: 1 | -1 }
  | { does: 'frame'; step: 1 | -1 };

interface Shortcut {
  /** As `KeyboardEvent.key` names them, letters in lower case. */
  keys: readonly string[];
  wish: Wish;
  /** How the keys are written for people. */
  shown: readonly string[];
  words: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => String(tenth));

/** All keys, as the overlay lists them. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Watching',
    shortcuts: [
      { keys: [' ', 'k'], wish: { does: 'toggle' }, shown: ['Space', 'K'], words: 'Play or pause' },
      { keys: ['<'], wish: { does: 'speed', step: -1 }, shown: ['<'], words: 'Slower' },
      { keys: ['>'], wish: { does: 'speed', step: 1 }, shown: ['>'], words: 'Faster' },
      { keys: ['n'], wish: { does: 'next' }, shown: ['N'], words: 'Next film' },
      { keys: ['p'], wish: { does: 'previous' }, shown: ['P'], words: 'Previous film' },
    ],
  },
  {
    title: 'Going to a moment',
    shortcuts: [
      { keys: ['arrowleft'], wish: { does: 'skip', seconds: -5 }, shown: ['←'], words: 'Back 5 seconds' },
      { keys: ['arrowright'], wish: { does: 'skip', seconds: 5 }, shown: ['→'], words: 'On 5 seconds' },
      { keys: ['j'], wish: { does: 'skip', seconds: -10 }, shown: ['J'], words: 'Back 10 seconds' },
      { keys: ['l'], wish: { does: 'skip', seconds: 10 }, shown: ['L'], words: 'On 10 seconds' },
      { keys: [','], wish: { does: 'frame', step: -1 }, shown: [','], words: 'Back one frame, when paused' },
      { keys: ['.'], wish: { does: 'frame', step: 1 }, shown: ['.'], words: 'On one frame, when paused' },
      { keys: ['home'], wish: { does: 'goTo', share: 0 }, shown: ['Home'], words: 'The beginning' },
      { keys: ['end'], wish: { does: 'goTo', share: 1 }, shown: ['End'], words: 'The end' },
    ],
  },
  {
    title: 'Sound and words',
    shortcuts: [
      { keys: ['arrowup'], wish: { does: 'volume', by: 0.1 }, shown: ['↑'], words: 'Louder' },
      { keys: ['arrowdown'], wish: { does: 'volume', by: -0.1 }, shown: ['↓'], words: 'Quieter' },
      { keys: ['m'], wish: { does: 'mute' }, shown: ['M'], words: 'Sound off or on' },
      { keys: ['c'], wish: { does: 'captions' }, shown: ['C'], words: 'Captions off or on' },
    ],
  },
  {
    title: 'The screen',
    shortcuts: [
      { keys: ['f'], wish: { does: 'fullScreen' }, shown: ['F'], words: 'Full screen' },
      { keys: ['i'], wish: { does: 'picture' }, shown: ['I'], words: 'Picture in picture' },
      { keys: ['?'], wish: { does: 'keys' }, shown: ['?'], words: 'These keys' },
    ],
  },
];

/** The row of the overlay for the ten figures, which are ten wishes. */
export const FIGURES = { shown: ['0', '9'], words: 'Tenths of the film' } as const;

/** The row for the key that every page has. */
export const SEARCH = { shown: ['/'], words: 'Search' } as const;

const BY_KEY = new Map<string, Wish>([
  ...SHORTCUTS.flatMap(({ shortcuts }) =>
    shortcuts.flatMap(({ keys, wish }) => keys.map((key) => [key, wish] as const)),
  ),
  ...TENTHS.map((figure, tenth) => [figure, { does: 'goTo', share: tenth / 10 } as const] as const),
]);

/** The keys by which a page is scrolled; they are a film's only while a reader is with the film. */
const SCROLLING = new Set([' ', 'arrowup', 'arrowdown', 'home', 'end']);

/** Where a key was pressed. */
export interface KeyPlace {
  /** Something is being written, chosen or set there: every key is its own. */
  writes: boolean;
  /** A button or a link, to which the space bar belongs. */
  presses: boolean;
  /** A range, to which the arrows belong. */
  slides: boolean;
  /** Nobody else than the film can be meant: it is in view, and nothing outside of it has the focus. */
  withFilm: boolean;
}

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key asks of the film; null when it asks something else, or nothing. Keys with Ctrl, Alt or Meta are the browser's. */
export const wishOf = ({ key, ctrlKey, metaKey, altKey }: KeyPress, place: KeyPlace): Wish | null => {
  if (ctrlKey || metaKey || altKey || place.writes) return null;
  const name = key.toLowerCase();
  if (place.presses && name === ' ') return null;
  if (place.slides && /^(arrow|home|end)/.test(name)) return null;
  if (SCROLLING.has(name) && !place.withFilm) return null;
  return BY_KEY.get(name) ?? null;
};
