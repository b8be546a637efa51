/**
 * Creates the video element of a player. The function uses nothing but the browser, because an inline script contains its code.
 * @param file a file that it plays with the controls of the browser, until the player takes it over
 */
export const createVideo = (file?: string): HTMLVideoElement =>
  Object.assign(document.createElement('video'), {
    slot: 'media',
    crossOrigin: 'anonymous',
    playsInline: true,
    ...(file && { controls: true, src: file }),
  });
