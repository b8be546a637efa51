/** Seeks by seconds, in short films by a fifth of them. */
interface SeekCommand {
  type: 'seekBy';
  seconds: number;
}

/** A player command. A fraction is of the film's duration, a step is one rate or one frame. */
export type PlayerCommand =
  | {
      type:
        | 'togglePlay'
        | 'mute'
        | 'captions'
        | 'captionBackground'
        | 'loop'
        | 'fullscreen'
        | 'pip'
        | 'next'
        | 'previous'
        | 'shortcuts';
    }
  | SeekCommand
  | { type: 'seekTo'; fraction: number }
  | { type: 'volume'; delta: number }
  | { type: 'rate'; step: 1 | -1 }
  | { type: 'captionSize'; step: 1 | -1 }
  | { type: 'frame'; step: 1 | -1 };

interface Shortcut {
  /** Values of `KeyboardEvent.key`, letters in lower case. */
  keys: readonly string[];
  command: PlayerCommand;
  /** The keys as the dialog shows them. */
  labels: readonly string[];
  description: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

const DIGIT_KEYS = Array.from({ length: 10 }, (_, digit) => String(digit));

/** The shortcuts of the player, in the groups of the keyboard shortcuts dialog. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Playback',
    shortcuts: [
      {
        keys: [' ', 'k'],
        command: { type: 'togglePlay' },
        labels: ['Space', 'K'],
        description: 'Play or pause',
      },
      { keys: ['<'], command: { type: 'rate', step: -1 }, labels: ['<'], description: 'Slower' },
      { keys: ['>'], command: { type: 'rate', step: 1 }, labels: ['>'], description: 'Faster' },
      { keys: ['r'], command: { type: 'loop' }, labels: ['R'], description: 'Loop a short film' },
      { keys: ['n'], command: { type: 'next' }, labels: ['N'], description: 'Next film' },
      { keys: ['p'], command: { type: 'previous' }, labels: ['P'], description: 'Previous film' },
    ],
  },
  {
    title: 'Seeking',
    shortcuts: [
      {
        keys: ['arrowleft'],
        command: { type: 'seekBy', seconds: -5 },
        labels: ['←'],
        description: 'Back 5 seconds',
      },
      {
        keys: ['arrowright'],
        command: { type: 'seekBy', seconds: 5 },
        labels: ['→'],
        description: 'Forward 5 seconds',
      },
      {
        keys: ['j'],
        command: { type: 'seekBy', seconds: -10 },
        labels: ['J'],
        description: 'Back 10 seconds',
      },
      {
        keys: ['l'],
        command: { type: 'seekBy', seconds: 10 },
        labels: ['L'],
        description: 'Forward 10 seconds',
      },
      {
        keys: [','],
        command: { type: 'frame', step: -1 },
        labels: [','],
        description: 'Previous frame (paused)',
      },
      { keys: ['.'], command: { type: 'frame', step: 1 }, labels: ['.'], description: 'Next frame (paused)' },
      {
        keys: ['home'],
        command: { type: 'seekTo', fraction: 0 },
        labels: ['Home'],
        description: 'Go to start',
      },
      { keys: ['end'], command: { type: 'seekTo', fraction: 1 }, labels: ['End'], description: 'Go to end' },
    ],
  },
  {
    title: 'Audio and captions',
    shortcuts: [
      {
        keys: ['arrowup'],
        command: { type: 'volume', delta: 0.1 },
        labels: ['↑'],
        description: 'Volume up',
      },
      {
        keys: ['arrowdown'],
        command: { type: 'volume', delta: -0.1 },
        labels: ['↓'],
        description: 'Volume down',
      },
      { keys: ['m'], command: { type: 'mute' }, labels: ['M'], description: 'Mute or unmute' },
      { keys: ['c'], command: { type: 'captions' }, labels: ['C'], description: 'Captions on or off' },
      {
        keys: ['+', '='],
        command: { type: 'captionSize', step: 1 },
        labels: ['+'],
        description: 'Larger captions',
      },
      {
        keys: ['-'],
        command: { type: 'captionSize', step: -1 },
        labels: ['−'],
        description: 'Smaller captions',
      },
      {
        keys: ['b'],
        command: { type: 'captionBackground' },
        labels: ['B'],
        description: 'Caption background',
      },
    ],
  },
  {
    title: 'Display',
    shortcuts: [
      { keys: ['f'], command: { type: 'fullscreen' }, labels: ['F'], description: 'Full screen' },
      { keys: ['i'], command: { type: 'pip' }, labels: ['I'], description: 'Picture-in-picture' },
      { keys: ['?'], command: { type: 'shortcuts' }, labels: ['?'], description: 'Keyboard shortcuts' },
    ],
  },
];

/** The row of the dialog for the ten digits. */
export const DIGITS = { labels: ['0', '9'], description: 'Go to 0–90%' } as const;

/** The row of the dialog for the search shortcut, which works on every page. */
export const SEARCH_SHORTCUT = { labels: ['/'], description: 'Search' } as const;

const COMMANDS = new Map<string, PlayerCommand>([
  ...SHORTCUTS.flatMap(({ shortcuts }) =>
    shortcuts.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
  ),
  ...DIGIT_KEYS.map((key, digit) => [key, { type: 'seekTo', fraction: digit / 10 } as const] as const),
]);

/** Keys that scroll the page. They control the player only while it is active. */
const SCROLL_KEYS = new Set([' ', 'arrowup', 'arrowdown', 'home', 'end']);

/** The focus state when a key is pressed. */
export interface KeyContext {
  /** The reader has not turned the shortcuts off. */
  isEnabled: boolean;
  /** A text field or select has the focus and receives every key. */
  isTyping: boolean;
  /** A button or link has the focus and receives the space bar. */
  isOnButton: boolean;
  /** A slider has the focus and receives the arrow keys. */
  isOnSlider: boolean;
  /** The player is in view and nothing outside it has the focus. */
  isPlayerActive: boolean;
}

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the player command of a key; null for keys of the page or the browser, such as those with Ctrl, Alt or Meta. */
export const commandForKey = (
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  context: KeyContext,
): PlayerCommand | null => {
  if (!context.isEnabled || ctrlKey || metaKey || altKey || context.isTyping) return null;
  const name = key.toLowerCase();
  if (context.isOnButton && name === ' ') return null;
  if (context.isOnSlider && /^(arrow|home|end)/.test(name)) return null;
  if (SCROLL_KEYS.has(name) && !context.isPlayerActive) return null;
  return COMMANDS.get(name) ?? null;
};
