/** The parts of a player that hydrate after its poster. One module is one chunk, and so one request. */
export { NoScriptVideo } from './NoScriptVideo.tsx';
export { PlayerEffects } from './PlayerEffects.tsx';
export { PlayerMessage } from './PlayerMessage.tsx';
