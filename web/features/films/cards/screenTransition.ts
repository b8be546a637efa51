/** The name under which a still and the screen it becomes are one thing to a view transition. */
export const SCREEN_TRANSITION = 'screen';
