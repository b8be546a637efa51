import { En } from 'media-chrome/dist/lang/en.js';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';

// What the controls are called must contain what stands on them: who speaks to a browser says what they see.
addTranslation('en', {
  ...En,
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Moment',
  'enter fullscreen mode': 'Full screen',
  'exit fullscreen mode': 'Exit full screen',
});
