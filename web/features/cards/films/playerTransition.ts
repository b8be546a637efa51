/** The view transition name that a film's still shares with the player of its page, so that the still turns into the player. */
export const PLAYER_TRANSITION_NAME = 'player';
