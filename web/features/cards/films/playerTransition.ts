/** The view transition name that a film's still shares with the player of its page, so that one turns into the other. */
export const PLAYER_TRANSITION_NAME = 'player';
